package learnertest_test

import (
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
)

// The test of a learner in another language, in a Go module beside it.
func ExampleRunProgram() {
	TestConformance := func(t *testing.T) { learnertest.RunProgram(t, "python3 ./learner.py") }
	_ = TestConformance
}
