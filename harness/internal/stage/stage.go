//go:build unix

// Package stage starts a learner in two stages, both of them the running program once more: a supervisor, which
// outlives what it started and ends all of it, and a stage proper, which waits until it is under its limits and then
// becomes the learner. Without the second, what a learner forks in its first moments would escape its limits.
//
// A program serves as both just by being linked with this package, whatever its main function does: init knows the
// stages by a variable of their environment, and does not return to them. It comes early among the packages' because it
// imports next to nothing, not even os or strings (which needs unicode): the others' would take longer than all that a stage does.
//
// The host keeps a socket to each. On the supervisor's, the control, it reads the process id of the stage, the learner's
// wait status when that has ended, and when all has, what it took: nanoseconds of CPU time and the peak of resident memory of the
// largest process, in bytes; a line each. A byte that it writes (see [TerminateGroup]) asks the learner to end by SIGTERM, and the end of the
// stream, which its own end brings too, kills all. On the stage's, the gate, it writes a [Spec] once the stage is held,
// and reads why that cannot be followed (see [Failure]), else nothing.
package stage

import "syscall"

// variable tells a process which stage it is, and a supervisor the path by which it is to execute the running program.
const (
	variable     = "SPBENCH_STAGE"
	asSupervisor = "supervisor "
	asStage      = "stage"
)

// Descriptors of the stages: the supervisor has both, the stage its gate in the place of the control.
const (
	control = 3
	gate    = 4
)

// Bytes that a supervisor obeys: to ask the learner's group to end, or where the learner has become a sandbox what runs in it, or
// to kill that.
const (
	TerminateGroup byte = 1 + iota
	TerminateInSandbox
	KillInSandbox
)

// Environment is all that a supervisor is to see of the host's, as a learner can read that of its parent. The path is
// that of the running program. Its descriptors 3 and 4 are to be its ends of the control and of the gate.
func Environment(self string) []string {
	// Of two threads one waits for the learner, the other for the host.
	return []string{variable + "=" + asSupervisor + self, "GOMAXPROCS=2"}
}

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
