package cluster

import (
	"context"
	"fmt"
	"time"
)

// A Job is an array of tasks that together run a suite: task i runs shard i of Tasks.
type Job struct {
	Name    string // that the scheduler shows
	Dir     string // folder, absolute, that all machines see: of the run
	Program string // spbench, absolute
	Args    []string
	Tasks   int

	Time   time.Duration // that a task may take; 0: what the scheduler gives
	Memory int64         // bytes of a task; 0: what the scheduler gives
	CPUs   int           // of a task

	Options []string // of the scheduler, as its users write them: they win
	Table   []string // arguments of Program for the last job, which waits for all tasks
}

// An Engine is a scheduler.
type Engine interface {
	// Refuse returns an error where one of the options would take the job out of spbench's hands.
	Refuse(options []string, tasks int) error
	// Scripts returns the texts of the job that runs the tasks and of that which follows it.
	Scripts(Job) (tasks, table string, err error)
	// Submit hands both to the scheduler, as they lie in those files, and returns their ids there.
	Submit(ctx context.Context, tasks, table string) (ids []string, err error)
	// States returns what the scheduler says of the tasks of those jobs that it still knows.
	States(ctx context.Context, ids []string) ([]State, error)
	// Cancel ends jobs, of which it no longer knows some.
	Cancel(ctx context.Context, ids []string) error
}

// A State is what a scheduler says of one task, or of several that wait alike.
type State struct {
	Task   string // such as "17_3", or "17_[4-9]"
	Word   string // the scheduler's own, such as PENDING
	Reason string // why it waits
	Left   string // of its time, as the scheduler writes it
	Over   bool   // it has ended, whatever way; the scheduler forgets it soon
}

// Engines are the schedulers by name.
var Engines = map[string]Engine{"slurm": Slurm{}}

// Find returns the scheduler of that name.
func Find(name string) (Engine, error) {
	if e, ok := Engines[name]; ok {
		return e, nil
	}
	return nil, fmt.Errorf("cluster: no engine %q: there is slurm; with another scheduler let each task of an array run "+
		"spbench run SUITE -shard auto", name)
}
