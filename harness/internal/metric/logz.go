package metric

import "github.com/spbench/spbench/harness/sp"

// logZ is the log Z of a prediction for each variable, revealed or not.
func logZ(x *sp.Instance, _ []int32, p *sp.Prediction) (num, den float64) {
	if !p.Summed {
		return 0, 0
	}
	return p.LogZ, float64(x.N())
}
