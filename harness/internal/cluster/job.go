package cluster

import "time"

// A Job is an array of tasks for running a suite.
type Job struct {
	Name    string   // for the scheduler
	Dir     string   // absolute run folder, on all machines
	Program string   // spbench, absolute
	Args    []string // of a task, before its shard
	Tasks   int

	Time   time.Duration // limit of a task; 0: the scheduler's default
	Memory int64         // bytes of a task; 0: the scheduler's default
	CPUs   int           // of a task

	Options []string // of the scheduler, on its command line; they win
	Table   []string // arguments of Program for the job after all tasks
}

// A State is the scheduler's state of one task, or of several waiting tasks.
type State struct {
	Task   string // such as "17_3", or "17_[4-9]"
	Word   string // the scheduler's, such as PENDING
	Reason string // why it waits
	Left   string // remaining time, as the scheduler writes it
	Over   bool   // it has ended, in any way; the scheduler forgets it soon
}
