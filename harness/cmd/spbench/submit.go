package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/cluster"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// submitCommand submits the fits that are not done to SLURM.
type submitCommand struct {
	suiteChoice `embed:""`
	Tasks       int      `required:"" help:"Maximum number of tasks."`
	Rerun       bool     `xor:"changed" help:"As in run."`
	Keep        bool     `xor:"changed" help:"As in run."`
	Retry       bool     `help:"Repeat failed fits."`
	Options     []string `arg:"" optional:"" name:"option" help:"After --: options of sbatch, such as --partition=long."`
}

func (c *submitCommand) Run(t *terminal) error {
	if c.Tasks < 1 {
		return fmt.Errorf("-tasks is %d, must be at least 1", c.Tasks)
	}
	planned, published, err := c.plan(t)
	if err != nil {
		return err
	}
	store, err := record.CreateShard(t.Results, planned.Suite.Name, planned.Text, "submit")
	if err != nil {
		return err
	}
	defer store.Close()
	if err := keepTexts(store.Dir(), planned.Suite, published); err != nil {
		return err
	}
	left, err := run.Left(planned, store, run.Options{Rerun: c.Rerun, Keep: c.Keep, Retry: c.Retry})
	if err != nil {
		return err
	}
	t.note("%d of %d fits are left\nresults: %s\n", len(left), len(planned.Fits),
		store.Dir())
	if len(left) == 0 {
		return nil
	}
	script, err := c.prepare(t, planned, store, min(c.Tasks, len(left)))
	if err != nil {
		return err
	}
	sbatch := exec.CommandContext(t.ctx, "sbatch", append(c.Options, script)...)
	sbatch.Stdout, sbatch.Stderr = t.out, t.err
	if err := sbatch.Run(); err != nil {
		return fmt.Errorf("sbatch: %w", err)
	}
	return nil
}

// harnessMemory is the memory of spbench itself, beside a learner.
const harnessMemory = 1 << 30

// prepare gives back all leases, writes the script of n tasks, and returns its path.
func (c *submitCommand) prepare(t *terminal, planned *plan.Plan, store *record.Store,
	n int) (string, error) {
	dir, err := filepath.Abs(store.Dir())
	if err != nil {
		return "", err
	}
	program, err := os.Executable()
	if err = errors.Join(err, os.MkdirAll(filepath.Join(dir, cluster.TasksDir), 0o777),
		store.Leases().ReleaseAll()); err != nil {
		return "", err
	}
	limits := planned.Suite.Limits
	job := &cluster.Job{Name: "spbench-" + planned.Suite.Name, Dir: dir, Program: program, Tasks: n,
		CPUs: limits.Threads}
	if job.Memory = limits.Memory; job.Memory > 0 {
		job.Memory += harnessMemory
	}
	if job.Args, err = c.args(t, dir); err != nil {
		return "", err
	}
	text, err := job.Script()
	if err != nil {
		return "", err
	}
	name := filepath.Join(cluster.TasksDir, "tasks.sh")
	return filepath.Join(dir, name), rundir.Write(dir, name, []byte(text))
}

// args returns the arguments of a task, with absolute paths.
func (c *submitCommand) args(t *terminal, dir string) ([]string, error) {
	args := []string{"run", dir, "-results", filepath.Dir(dir)}
	for _, flag := range []struct {
		set  bool
		name string
	}{{c.Keep, "-keep"}, {c.Rerun, "-rerun"}, {c.Retry, "-retry"}} {
		if flag.set {
			args = append(args, flag.name)
		}
	}
	if t.Data != "" {
		data, err := filepath.Abs(t.Data)
		if err != nil {
			return nil, err
		}
		args = append(args, "-data", data)
	}
	for _, p := range t.Plugins {
		p, err := filepath.Abs(p)
		if err != nil {
			return nil, err
		}
		args = append(args, "-plugins", p)
	}
	return args, nil
}
