package elementary_test

import (
	"fmt"

	"github.com/spbench/spbench/harness/elementary"
)

// The logarithm of a sum of exponentials; the largest is 1.
func Example() {
	fmt.Printf("%.4f\n", elementary.Log(1+elementary.Exp(-0.5)))
	// Output: 0.4741
}
