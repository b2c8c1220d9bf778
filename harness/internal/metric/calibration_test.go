package metric_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/sp"
)

// TestCalibrationByHand: two variables of probability 0.9, one of them right, are 0.4 off. One of
// probability 1, right, is exact. One of 0.61, wrong, is 0.61 off. Shown variables and those
// without a reference do not count.
func TestCalibrationByHand(t *testing.T) {
	m := made(t, "calibration", "")
	hidden := sp.Unknown
	x := &sp.Instance{K: 2, Node: sp.Rows{N: 6}, Gold: []int32{hidden, hidden, hidden, hidden, 1,
		hidden}}
	p := &sp.Prediction{Labels: []int32{0, 1, 1, 0, 0, 0}, Marginal: []float64{0.9, 0.1, 0.1, 0.9, 0,
		1, 0.61, 0.39, 1, 0, 1, 0}}
	sum := make([]float64, m.Counts.Width)
	m.Counts.Add(sum, metric.NewCase(x, []int32{0, 0, 1, 1, 1, hidden}, p))
	if got, want := m.Counts.Value(sum), (2*0.4+0+0.61)/4; math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, want %v", got, want)
	}
	empty := make([]float64, m.Counts.Width)
	m.Counts.Add(empty, metric.NewCase(x, []int32{0, 0, 1, 1, 1, hidden},
		&sp.Prediction{Labels: p.Labels}))
	if got := m.Counts.Value(empty); !math.IsNaN(got) {
		t.Errorf("of a decoder without marginals: %v", got)
	}
}
