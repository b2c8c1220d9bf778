package decode

import (
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// One labeling that is not done, whichever it is, leaves a prediction unconverged.
func TestSampleConverges(t *testing.T) {
	p := &sp.Potentials{K: 2, Node: make([]float64, 2)}
	for last := range uint64(4) {
		out := sp.Prediction{NotConverged: true}
		sample(&out, p, 3, func(i uint64) ([]int32, bool) { return []int32{1}, i != last })
		if out.NotConverged != (last < 3) || out.Labels[0] != 1 || out.Marginal[1] != 1 {
			t.Errorf("labeling %d is not done: %+v", last, out)
		}
	}
}
