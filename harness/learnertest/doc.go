// Package learnertest is the conformance test that every learner passes: the
// same checks, on the same small tasks, over the learner's real process. A
// learner's own test of it is
//
//	func TestMain(m *testing.M)          { learnertest.Main(m, main) }
//	func TestConformance(t *testing.T) { learnertest.Run(t) }
//
// that of a learner in another language is [RunProgram], and "spbench check" and
// [Examine] report on any program. [Checks] says what is checked.
//
// A learner may refuse a task, by an error that wraps errors.ErrUnsupported, but
// not every one. A check that cannot be made after another one has failed is
// skipped, so that a report names the cause and not its consequences.
package learnertest
