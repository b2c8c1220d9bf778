package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/cluster"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/lease"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// submitCommand submits the fits that are not done to a scheduler.
type submitCommand struct {
	suiteChoice `embed:""`
	Tasks       int      `required:"" help:"Maximum number of tasks."`
	DryRun      bool     `help:"Print the scripts and submit nothing."`
	Rerun       bool     `xor:"changed" help:"As in run."`
	Keep        bool     `xor:"changed" help:"As in run."`
	Retry       bool     `help:"Repeat failed fits."`
	Options     []string `arg:"" optional:"" name:"option" help:"After --: options of sbatch, such as --partition=long."`
}

func (c *submitCommand) Run(t *terminal, o *options) error {
	if c.Tasks < 1 {
		return fmt.Errorf("-tasks is %d, must be at least 1", c.Tasks)
	}
	if err := cluster.Refuse(c.Options); err != nil {
		return err
	}
	planned, published, err := c.plan(t, o)
	if err != nil {
		return err
	}
	store, err := record.CreateShard(o.Results, planned.Suite.Name, planned.Text, "submit")
	if err != nil {
		return err
	}
	defer store.Close()
	if !c.DryRun {
		release, err := takeTurn(store)
		if err != nil {
			return err
		}
		defer release()
	}
	if err := keepTexts(store.Dir(), planned.Suite, published); err != nil {
		return err
	}
	if err := c.idle(t, store.Dir()); err != nil {
		return err
	}
	job, err := c.prepare(t, o, planned, store)
	if err != nil || job == nil {
		return err
	}
	tasks, table, err := job.Scripts()
	if err != nil {
		return err
	}
	if c.DryRun {
		fmt.Fprintf(t.out, "%s\n%s", tasks, table)
		return nil
	}
	return c.submit(t, store.Dir(), tasks, table)
}

// takeTurn keeps other machines from submitting the run until release is called. The store keeps
// others of this machine from it, so a lease of this machine is left over from an earlier process.
func takeTurn(store *record.Store) (release func(), err error) {
	const key = "submit"
	machine, err := os.Hostname()
	turn := lease.Leases{Dir: filepath.Join(store.Dir(), cluster.TasksDir), Shard: machine}
	if err := errors.Join(err, os.MkdirAll(turn.Dir, 0o777),
		turn.ReleaseOwn(map[string]bool{key: true})); err != nil {
		return nil, err
	}
	mine, err := turn.Take(key)
	if err == nil && !mine {
		err = fmt.Errorf("another machine is submitting this run: wait for it\n"+
			"hint: if it has ended, delete %s", filepath.Join(turn.Dir, lease.Folder, key))
	}
	return func() { _ = turn.Release(key) }, err
}

// writeScript writes a script into the folder of tasks of a run.
func writeScript(dir, name, text string) error {
	name = filepath.Join(cluster.TasksDir, name)
	return errors.Join(rundir.Write(dir, name, []byte(text)),
		os.Chmod(filepath.Join(dir, name), 0o755))
}

// submit submits both scripts and records the jobs. Its error names the jobs that were submitted.
func (c *submitCommand) submit(t *terminal, dir, tasks, table string) error {
	folder := filepath.Join(dir, cluster.TasksDir)
	err := errors.Join(os.MkdirAll(folder, 0o777), writeScript(dir, "tasks.sh", tasks),
		writeScript(dir, "table.sh", table))
	if err != nil {
		return err
	}
	defer t.orderly()()
	ids, err := cluster.Submit(t.ctx, filepath.Join(folder, "tasks.sh"),
		filepath.Join(folder, "table.sh"))
	if len(ids) == 0 {
		return err
	}
	if failed := cluster.AddJobs(dir, cluster.Jobs{IDs: ids}); failed != nil {
		list := strings.Join(ids, " ")
		return errors.Join(fmt.Errorf("submitted as %s, but recording it failed: %w\n"+
			"hint: scancel %s cancels it; status, cancel and submit do not know it",
			list, failed, list), err)
	}
	if err != nil {
		return fmt.Errorf("submitted the tasks as job %s, but not the job of their table: %w\n"+
			"hint: spbench table %s prints it, and spbench cancel %s cancels the tasks",
			ids[0], err, dir, dir)
	}
	fmt.Fprintf(t.err, "submitted as job %s, and the table as job %s\n"+
		"hint: spbench status %s shows the progress, and spbench cancel %s cancels the tasks\n",
		ids[0], ids[1], dir, dir)
	return nil
}

// idle returns an error if tasks of the run wait or run.
func (c *submitCommand) idle(t *terminal, dir string) error {
	before, err := cluster.ReadJobs(dir)
	if err != nil || c.DryRun {
		return err
	}
	for _, j := range before {
		states, err := cluster.States(t.ctx, j.IDs)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(states, func(s cluster.State) bool { return !s.Over }); i >= 0 {
			return fmt.Errorf("job %s of this run is %s: wait for it\nhint: spbench cancel %s "+
				"cancels it",
				states[i].Task, states[i].Word, dir)
		}
	}
	return nil
}

// prepare returns a job for the fits that are not done, and copies its programs. If all are done,
// the job is nil.
func (c *submitCommand) prepare(t *terminal, o *options, planned *plan.Plan,
	store *record.Store) (*cluster.Job, error) {
	left, err := run.Left(planned, store, run.Options{Rerun: c.Rerun, Keep: c.Keep, Retry: c.Retry})
	if err != nil {
		return nil, err
	}
	if len(left) == 0 {
		fmt.Fprintf(t.err, "all %d fits are up to date: nothing was submitted\nresults: %s\n",
			len(planned.Fits), store.Dir())
		return nil, nil
	}
	seconds, known, err := expected(o, planned)
	if err != nil {
		return nil, err
	}
	n := min(c.Tasks, len(left))
	pins, err := filepath.Abs(filepath.Join(store.Dir(), pinsDir))
	if err != nil {
		return nil, err
	}
	job := &cluster.Job{
		Name: "spbench-" + planned.Suite.Name, Dir: filepath.Dir(pins), Tasks: n,
		Memory: planned.Suite.Limits.Memory, CPUs: max(planned.Suite.Limits.Threads, 1),
		Options: c.Options,
	}
	if job.Memory > 0 {
		job.Memory += harnessMemory
	}
	job.Time = c.time(planned, seconds, known, left, n)
	if job.Program, err = c.pin(planned, pins); err != nil {
		return nil, err
	}
	if !c.DryRun {
		if err := store.Leases().ReleaseAll(); err != nil {
			return nil, err
		}
	}
	if job.Args, err = c.args(o, job.Dir); err != nil {
		return nil, err
	}
	job.Table = []string{"table", job.Dir}
	fmt.Fprintf(t.err, "%d of %d fits are left, for %d tasks; durations of %d fits are known\n",
		len(left), len(planned.Fits), n, known)
	return job, nil
}

// pin copies spbench and the learners to folder pins, except in a dry run. It returns the path of
// spbench there.
func (c *submitCommand) pin(planned *plan.Plan, pins string) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	kept, err := find.Kept(program)
	if err == nil && !c.DryRun {
		err = errors.Join(os.MkdirAll(pins, 0o777), planned.Pin(pins))
		if err == nil {
			_, err = find.Keep(pins, program)
		}
	}
	return filepath.Join(pins, kept), err
}

// harnessMemory is the memory of spbench itself, beside a learner.
const harnessMemory = 1 << 30

// args returns the arguments of a task, with absolute paths.
func (c *submitCommand) args(o *options, dir string) ([]string, error) {
	args := []string{"run", dir, "-results", filepath.Dir(dir)}
	for flag, set := range map[string]bool{"-rerun": c.Rerun, "-keep": c.Keep, "-retry": c.Retry} {
		if set {
			args = append(args, flag)
		}
	}
	slices.Sort(args[4:])
	if o.Data != "" {
		data, err := filepath.Abs(o.Data)
		if err != nil {
			return nil, err
		}
		args = append(args, "-data", data)
	}
	for _, p := range o.Plugins {
		p, err := filepath.Abs(p)
		if err != nil {
			return nil, err
		}
		args = append(args, "-plugins", p)
	}
	return args, nil
}

// time returns the time limit of a task.
func (c *submitCommand) time(planned *plan.Plan, seconds []float64, known int, left map[string]bool,
	n int) time.Duration {
	var costs, limits []time.Duration
	for i, f := range planned.Fits {
		if left[f.Key] {
			costs = append(costs, time.Duration(seconds[i]*float64(time.Second)))
			limits = append(limits, f.MaxTime())
		}
	}
	return cluster.TaskTime(costs, limits, known == len(planned.Fits), n)
}
