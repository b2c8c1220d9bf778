// Package examine is the conformance test for learners, as "spbench check" and package learnertest
// run it. It checks the same laws on the same small tasks with the real process of every learner.
//
// [Laws] lists the laws. [Learner] checks them all and reports.
//
// A learner may refuse some tasks, with an error wrapping errors.ErrUnsupported, but not all. After
// a broken law, laws that depend on it are skipped: a report names the cause and not its
// consequences.
package examine
