package cluster

import "time"

// A Job is an array of tasks that together run a suite.
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

// A State is what a scheduler says of one task, or of several that wait alike.
type State struct {
	Task   string // such as "17_3", or "17_[4-9]"
	Word   string // the scheduler's own, such as PENDING
	Reason string // why it waits
	Left   string // of its time, as the scheduler writes it
	Over   bool   // it has ended, whatever way; the scheduler forgets it soon
}
