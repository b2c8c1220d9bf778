// Package stage starts a learner in two stages, so that its limits hold from its first instruction
// on. Both stages are the running program, started again:
//
//  1. The supervisor outlives all processes that the learner starts, and ends them.
//  2. The stage proper waits until it is under its limits, and then becomes the learner. Without it,
//     the first children of a learner would escape the limits.
//
// A program serves as both stages just by importing this package. init recognises the stages by an
// environment variable, and does not return in them. It runs early because the package imports very
// little, not even os or strings: initialising other packages would take longer than a whole stage.
//
// The host has a socket to each stage:
//
//   - From the supervisor's socket, the control, it reads lines: the process id of the stage; after the
//     learner's end, its wait status; after the end of all processes, their CPU time in nanoseconds and
//     the peak of resident memory of the largest one in bytes. The host writes commands, one byte each:
//     see [TerminateGroup]. When the host closes the stream, or dies, the supervisor kills everything.
//   - To the stage's socket, the gate, it writes a [Spec] after it has set the limits. It reads a
//     [Failure], or nothing if the stage has become the learner.
package stage

import "syscall"

// variable tells a process its stage, and a supervisor the path of the running program.
const (
	variable     = "SPBENCH_STAGE"
	asSupervisor = "supervisor "
	asStage      = "stage"
)

// Descriptors of the stages: the supervisor has both; the stage has its gate in place of the
// control.
const (
	control = 3
	gate    = 4
)

// Commands to a supervisor: send SIGTERM to the learner's group, or, if the learner runs in
// bubblewrap, to the processes in the sandbox; or kill those.
const (
	TerminateGroup byte = 1 + iota
	TerminateInSandbox
	KillInSandbox
)

// Environment returns the environment of a supervisor. It has nothing else of the host's, since a
// learner can read its parent's environment. self is the path of the running program. The
// supervisor needs its ends of the control and of the gate as descriptors 3 and 4.
func Environment(self string) []string {
	// Two threads: one waits for the learner, the other for the host.
	return []string{variable + "=" + asSupervisor + self, "GOMAXPROCS=2"}
}

// Alone is the environment of a stage without a supervisor, with its gate as descriptor 3.
func Alone() []string { return []string{variable + "=" + asStage, "GOMAXPROCS=1"} }

func init() {
	value, ok := syscall.Getenv(variable)
	if !ok {
		return
	}
	if value == asStage {
		become()
	}
	if n := len(asSupervisor); len(value) > n && value[:n] == asSupervisor {
		supervise(value[n:])
	}
}
