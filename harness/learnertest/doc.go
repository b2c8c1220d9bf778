// Package learnertest is the toolkit for tests of learners. It checks the contract: the same laws
// on the same small tasks, with the real process of every learner.
//
// A learner in Go tests itself with
//
//	func TestMain(m *testing.M)        { learnertest.Main(m, main) }
//	func TestConformance(t *testing.T) { learnertest.Run(t) }
//
// For a learner in another language, use [RunProgram]. "spbench check" reports on any program and
// describes the laws.
//
// A learner may refuse some tasks, but not all. Such an error wraps errors.ErrUnsupported. After a
// broken law, laws that depend on it are skipped: a report names the cause, not its consequences.
//
// Other tools help with a learner's own tests. [Fit], [Try] and [Threads] fit without a process.
// [Instances] loads a dataset. [Objective] and [DualBound] audit a fit.
package learnertest
