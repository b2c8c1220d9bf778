package learnertest_test

import (
	"context"
	"fmt"
	"time"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/internal/host"
)

// Any program can be put to the test; one that is no learner fails at the handshake.
func ExampleExamine() {
	source, err := host.Find("/bin/true", host.FindOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	report := learnertest.Examine(context.Background(), source, learnertest.Options{Patience: time.Second})
	fmt.Println("it keeps to the contract:", !report.Failed())
	// Output: it keeps to the contract: false
}
