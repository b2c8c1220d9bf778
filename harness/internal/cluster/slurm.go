package cluster

import (
	"fmt"
	"path/filepath"
	"strings"
)

// TasksDir is the folder in a run folder with the script and the logs of tasks.
const TasksDir = "tasks"

// A Job is an array of tasks for running a suite.
type Job struct {
	Name    string   // for the scheduler
	Dir     string   // absolute run folder, on all machines
	Program string   // spbench, absolute
	Args    []string // of a task, before its shard
	Tasks   int
	Memory  int64 // bytes of a task; 0: the scheduler's default
	CPUs    int   // of a task
}

// Script returns the bash script of a task, with options of sbatch at its beginning; see sbatch(1).
// A task gets a SIGTERM a minute before its time limit. SLURM may send it a minute earlier. A
// preempted task gets it so early only if the site sets PreemptParameters=send_user_signal. A name
// with a line end is an error.
func (j *Job) Script() (string, error) {
	if text := j.Name + j.Dir; strings.ContainsAny(text, "\n\r") {
		return "", fmt.Errorf("cluster: %q has a line end, and sbatch would read options after it", text)
	}
	memory := ""
	if j.Memory > 0 {
		memory = fmt.Sprintf("#SBATCH --mem=%dM\n", (j.Memory+1<<20-1)>>20)
	}
	log := filepath.Join(strings.ReplaceAll(j.Dir, "%", "%%"), TasksDir, "%A_%a.log")
	return fmt.Sprintf(`#!/bin/bash
#SBATCH --job-name=%s
#SBATCH --output=%s
#SBATCH --open-mode=append
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=%d
%s#SBATCH --requeue
#SBATCH --signal=B:TERM@60
#SBATCH --array=1-%d

# Each task makes fits of its own. It ends at SIGTERM, and resumes when it is queued again.
exec %s -shard auto/$SLURM_ARRAY_TASK_ID/%d
`, j.Name, word(log), max(j.CPUs, 1), memory, j.Tasks, words(append([]string{j.Program}, j.Args...)),
		j.Tasks), nil
}

// words quotes arguments for a shell.
func words(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = word(a)
	}
	return strings.Join(quoted, " ")
}

// word quotes an argument for a shell.
func word(a string) string { return "'" + strings.ReplaceAll(a, "'", `'\''`) + "'" }
