package learnertest_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/learnertest"
)

// Any program can be examined. A program that is not a learner fails at the handshake.
func ExampleExamine() {
	report, err := learnertest.Examine(context.Background(), "sh -c true",
		learnertest.Options{Patience: time.Second})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("it keeps to the contract:", !report.Failed())
	// Output: it keeps to the contract: false
}

// The test of a learner in another language, in a Go module beside it.
func ExampleRunProgram() {
	TestConformance := func(t *testing.T) { learnertest.RunProgram(t, "python3 ./learner.py") }
	_ = TestConformance
}
