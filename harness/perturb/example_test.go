package perturb_test

import (
	"fmt"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// Label frequencies among perturbed maximisers estimate marginals. For a single variable they
// are exact in the limit: 1/(1+e) = 0.27 for label 0.
func ExampleEstimate() {
	p := sp.Potentials{K: 2, Node: []float64{0, 1}}
	var out sp.Prediction
	bound, err := perturb.Estimate(&out, oracle.NewChain(), &p, perturb.NewKey(1, "a").Gumbel, 10000)
	fmt.Printf("%.2f ± %.2f, log Z %.1f, %v\n", out.Marginal[0], 0.01, bound.Mean, err)
	// Output: 0.27 ± 0.01, log Z 1.3, <nil>
}
