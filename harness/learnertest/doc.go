// Package learnertest is the toolkit for tests of learners. It checks that a learner keeps the
// contract: the same laws on the same small tasks with the real process of every learner.
//
// A learner in Go tests itself with
//
//	func TestMain(m *testing.M)        { learnertest.Main(m, main) }
//	func TestConformance(t *testing.T) { learnertest.Run(t) }
//
// For a learner in another language, use [RunProgram]. "spbench check" reports on any program and
// describes the laws.
//
// A learner may refuse some tasks, with an error wrapping errors.ErrUnsupported, but not all. After
// a broken law, laws that depend on it are skipped: a report names the cause and not its
// consequences.
//
// The package also offers tools for a learner's other tests: [Fit], [Try] and [Threads] fit without
// a process, [Instances] loads a dataset, and [Objective] and [DualBound] audit a fit.
package learnertest
