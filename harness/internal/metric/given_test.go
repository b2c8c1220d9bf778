package metric_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/sp"
)

// Worked out by hand: two variables of two labels and one edge.
func TestGivenModels(t *testing.T) {
	x := &sp.Instance{
		K: 2, Node: sp.Rows{N: 2, D: 2, Dense: []float32{1, 2, 4, 8}}, Edges: []sp.Edge{{U: 0, V: 1}},
		Edge: sp.Rows{N: 1, D: 4, Dense: []float32{16, 32, 64, 128}}, Gold: []int32{sp.Unknown,
			sp.Unknown},
		Mixed: []float64{0.25, 0.75, 0, 0},
	}
	p := &sp.Prediction{Labels: []int32{1, 0}, Marginal: []float64{0.5, 0.5, 1, 0}}
	score, distance := made(t, "score", ""), made(t, "marginal-distance", "")
	if num, den := score.Stat(metric.NewCase(x, x.Gold,
		p)); num != 2+4+64 || den != 1 || !score.Higher {
		t.Errorf("score %v of %v instances, want 70 of 1", num, den)
	}
	if num, den := distance.Stat(metric.NewCase(x, x.Gold,
		p)); math.Abs(num-0.25) > 1e-15 || den != 1 {
		t.Errorf("distance %v over %v variables, want 0.25 over the one that is known", num, den)
	}
	seen := *x
	seen.Gold = []int32{0, 0}
	for _, m := range []metric.Metric{score, distance} {
		if num, den := m.Stat(metric.NewCase(&seen, x.Gold, p)); num != 0 || den != 0 {
			t.Errorf("%s: %v/%v where everything is revealed", m.Name, num, den)
		}
	}
	other := *x
	other.Node = sp.Rows{N: 2, D: 1, Dense: []float32{1, 2}}
	if _, den := score.Stat(metric.NewCase(&other, x.Gold, p)); den != 0 {
		t.Error("features that are no scores have a score")
	}
	if _, den := distance.Stat(metric.NewCase(x, x.Gold, &sp.Prediction{Labels: p.Labels})); den != 0 {
		t.Error("there is a distance without marginals")
	}
}
