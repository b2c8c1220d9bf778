package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// warning is the time between the signal to a task and the end of its time limit. SLURM may send it a
// minute earlier. A preempted task gets the signal so early only if the site sets
// PreemptParameters=send_user_signal.
const warning = 60 * time.Second

// Scripts returns two bash scripts with options of sbatch at their beginning; see sbatch(1). A name
// with a line end is an error.
func (j Job) Scripts() (tasks, table string, err error) {
	if err := j.check(); err != nil {
		return "", "", err
	}
	var head strings.Builder
	directive := func(format string, args ...any) {
		fmt.Fprintf(&head, "#SBATCH "+format+"\n", args...)
	}
	directive("--job-name=%s", j.Name)
	directive("--output=%s", word(filepath.Join(escaped(j.Dir), "tasks", "%A_%a.log")))
	directive("--open-mode=append")
	directive("--ntasks=1")
	directive("--cpus-per-task=%d", max(j.CPUs, 1))
	if j.Time > 0 {
		directive("--time=%s", clock(j.Time))
	}
	if j.Memory > 0 {
		directive("--mem=%dM", (j.Memory+1<<20-1)>>20)
	}
	directive("--requeue")
	if !isShort(j.Options) { // it would take too much of their time
		directive("--signal=B:TERM@%d", int(warning.Seconds()))
	}
	if len(j.Options) > 0 {
		directive("%s", words(j.Options))
	}
	directive("--array=1-%d", j.Tasks) // of two equal options the last counts
	script := func(about string, args []string, shard string) string {
		return "#!/bin/bash\n" + head.String() + "\n" + shared(j.Dir) + about +
			"exec " + words(append([]string{j.Program}, args...)) + shard + "\n"
	}
	tasks = script("# Each task makes fits of its own. It ends at SIGTERM, and resumes when it is "+
		"queued again.\n", j.Args, fmt.Sprintf(" -shard auto/$SLURM_ARRAY_TASK_ID/%d", j.Tasks))
	head.Reset()
	directive("--job-name=%s", j.Name+"-table")
	directive("--ntasks=1")
	if len(j.Options) > 0 {
		directive("%s", words(j.Options))
	}
	directive("--output=%s", word(filepath.Join(escaped(j.Dir), "tasks", "table-%j.log")))
	table = script("# Prints the table after all tasks have ended, in any way.\n", j.Table, "")
	return tasks, table, nil
}

// check returns an error for a name with a line end.
func (j Job) check() error {
	for _, text := range append([]string{j.Name, j.Dir}, j.Options...) {
		if strings.ContainsAny(text, "\n\r") {
			return fmt.Errorf("cluster: %q has a line end, and sbatch would read options after it", text)
		}
	}
	return nil
}

// shared returns the line of a script for a machine without the run folder.
func shared(dir string) string {
	dir = word(dir)
	return "[ -d " + dir + " ] || { echo \"$(hostname) does not see \"" + dir +
		"\": submit from a folder that all machines share, " +
		"or run spbench run SUITE -shard I/N on each, and at the end with -from RUN\" >&2; exit 2; }\n"
}

// escaped escapes the patterns of sbatch in a path.
func escaped(path string) string { return strings.ReplaceAll(path, "%", "%%") }

// clock formats a time for SLURM, as days-hours:minutes:seconds, and at least a minute.
func clock(d time.Duration) string {
	s := max(int64(d.Round(time.Second).Seconds()), 60)
	return fmt.Sprintf("%d-%02d:%02d:%02d", s/86400, s/3600%24, s/60%60, s%60)
}

// words quotes arguments for a shell.
func words(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = word(a)
	}
	return strings.Join(quoted, " ")
}

// word quotes an argument for a shell, if necessary.
func word(a string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_=+./:,@%", r)
	}
	if a != "" && strings.IndexFunc(a, func(r rune) bool { return !plain(r) }) < 0 {
		return a
	}
	return "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
}

// Submit calls sbatch for both scripts. The second job waits for the first.
func Submit(ctx context.Context, tasks, table string) (ids []string, err error) {
	first, err := sbatch(ctx, tasks)
	if err != nil {
		return nil, err
	}
	second, err := sbatch(ctx, "--dependency=afterany:"+first, table)
	if err != nil {
		return []string{first}, err
	}
	return []string{first, second}, nil
}

// parsable matches the last line of sbatch --parsable: the id, and maybe the name of the cluster. A
// site's own sbatch may print a banner before it.
var parsable = regexp.MustCompile(`(?:^|\n)([0-9]+)(?:;[^\n]*)?\s*$`)

// sbatch returns the id of the job.
func sbatch(ctx context.Context, args ...string) (string, error) {
	out, err := call(ctx, "sbatch", append([]string{"--parsable"}, args...)...)
	if err != nil {
		return "", err
	}
	id := parsable.FindStringSubmatch(out)
	if id == nil {
		return "", fmt.Errorf("cluster: sbatch said no id of a job, but %q\nhint: squeue --me lists the "+
			"jobs, and scancel ends one", out)
	}
	return id[1], nil
}

// States calls squeue.
func States(ctx context.Context, ids []string) ([]State, error) {
	var states []State
	if err := checkIDs(ids); err != nil {
		return nil, err
	}
	for _, id := range ids { // one by one: a single unknown id makes squeue drop all
		out, err := call(
			ctx, "squeue", "--noheader", "--array", "--states=all", "--format=%i|%T|%r|%L", "--jobs="+id,
		)
		if err != nil && strings.Contains(err.Error(), "Invalid job id") { // ended some minutes ago
			continue
		}
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(out) {
			f := strings.Split(strings.TrimSpace(line), "|")
			if len(f) == 4 {
				states = append(states, State{
					Task: f[0], Word: f[1], Reason: f[2], Left: f[3],
					Over: slices.Contains(ended, f[1]),
				})
			}
		}
	}
	return states, nil
}

// ended are the final states of squeue.
var ended = []string{
	"COMPLETED",
	"FAILED",
	"CANCELLED",
	"TIMEOUT",
	"NODE_FAIL",
	"PREEMPTED",
	"OUT_OF_MEMORY",
	"BOOT_FAIL",
	"DEADLINE",
}

// Cancel calls scancel.
func Cancel(ctx context.Context, ids []string) error {
	if err := checkIDs(ids); err != nil {
		return err
	}
	_, err := call(ctx, "scancel", append([]string{"--quiet"}, ids...)...)
	return err
}

// jobID matches an id of SLURM: of a job, or of one task of an array.
var jobID = regexp.MustCompile(`^[0-9]+(_[0-9]+)?$`)

// checkIDs returns an error for an id with a different form. A foreign run folder could have
// options in place of ids.
func checkIDs(ids []string) error {
	for _, id := range ids {
		if !jobID.MatchString(id) {
			return fmt.Errorf("cluster: %q is no id of a job of SLURM, such as 17 or 17_3", id)
		}
	}
	return nil
}

// call runs a command of the scheduler and returns its output. The error has its messages.
func call(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = slices.DeleteFunc(os.Environ(), overrides)
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf(
			"cluster: there is no %s on this machine: go to one from which jobs are submitted", name,
		)
	case errors.As(err, &exit) && strings.Contains(string(exit.Stderr), "Invalid job array "+
		"specification"):
		return "", fmt.Errorf(
			"cluster: %s: %w: %s: this cluster takes fewer tasks (scontrol show config: MaxArraySize is "+
				"one more than the most): write a smaller -tasks",
			name,
			err,
			strings.TrimSpace(string(exit.Stderr)),
		)
	case errors.As(err, &exit):
		return "", fmt.Errorf(
			"cluster: %s: %w: %s", name, err, strings.TrimSpace(string(exit.Stderr)),
		)
	case err != nil:
		return "", fmt.Errorf("cluster: %s: %w", name, err)
	}
	return string(out), nil
}
