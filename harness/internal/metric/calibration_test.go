package metric_test

import (
	"math"
	"testing"

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
	m.Counts.Add(sum, x, []int32{0, 0, 1, 1, 1, hidden}, p)
	if got, want := m.Counts.Value(sum), (2*0.4+0+0.61)/4; math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, want %v", got, want)
	}
	empty := make([]float64, m.Counts.Width)
	m.Counts.Add(empty, x, []int32{0, 0, 1, 1, 1, hidden}, &sp.Prediction{Labels: p.Labels})
	if got := m.Counts.Value(empty); !math.IsNaN(got) {
		t.Errorf("of a decoder without marginals: %v", got)
	}
}

// TestCalibrationBins: bin 9 of 15 is 0.6 … 2/3. In one bin a right and a wrong label of probabilities p
// and q are |1 − p − q|/2 off, in two bins (1 − p + q)/2.
func TestCalibrationBins(t *testing.T) {
	m := made(t, "calibration", "")
	x := &sp.Instance{K: 2, Node: sp.Rows{N: 2}, Gold: []int32{sp.Unknown, sp.Unknown}}
	for _, c := range []struct {
		p, q float64
		one  bool
	}{{0.61, 0.65, true}, {0.601, 0.666, true}, {0.65, 0.68, false}, {0.59, 0.61, false}, {0.94, 1, true}, {0.93, 1, false}} {
		sum := make([]float64, m.Counts.Width)
		m.Counts.Add(sum, x, []int32{0, 1}, &sp.Prediction{Labels: []int32{0, 0},
			Marginal: []float64{c.p, 1 - c.p, c.q, 1 - c.q}})
		want := (1 - c.p + c.q) / 2
		if c.one {
			want = math.Abs(1-c.p-c.q) / 2
		}
		if got := m.Counts.Value(sum); math.Abs(got-want) > 1e-12 {
			t.Errorf("%+v: %v, want %v", c, got, want)
		}
	}
}
