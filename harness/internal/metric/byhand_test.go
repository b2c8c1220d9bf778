package metric_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/sp"
)

// byHand is a test set of three taggings. Four of six labels are right, and every predicted label
// has the marginal 1/2. Its features are scores. Behind each tagging is a variable whose label was
// shown: it counts in the score and in log Z alone.
var byHand = []struct {
	gold, y  []int32
	marginal []float64
	right    float64 // weight of the atom with the true labels; the other atom has the predicted ones
	logZ     float64
}{
	{[]int32{0, 1, 2}, []int32{0, 1, 0}, []float64{.5, .25, .25, .25, .5, .25, .5, .25, .25}, .25, 6},
	{[]int32{1, 0}, []int32{0, 0}, []float64{.5, .25, .25, .5, .25, .25}, .5, 2},
	{[]int32{1}, []int32{1}, []float64{.25, .5, .25}, 1, 0},
}

// TestByHand: each metric of the registry has the value that follows from its definition.
func TestByHand(t *testing.T) {
	rows := []struct {
		name, args string
		want       float64
	}{
		{"hamming", ``, (1./3 + 1./2) / 3},
		{"hamming-micro", ``, 2. / 6},
		{"zero-one", ``, 2. / 3},
		{"weighted-hamming", ``, (1./3 + 1./2) / 3},
		{"expected-hamming", ``, (.75/3 + .5/2) / 3},
		{"expected", `{"loss": "zero-one"}`, (.75 + .5) / 3},
		{"log-loss", ``, (4./3 + 3./2 + 1) / 3 * math.Ln2},
		{"log-loss-micro", ``, 8. / 6 * math.Ln2},
		{"brier", ``, (1.625/3 + 1.25/2 + .375) / 3},
		{"brier-micro", ``, (1.625 + 1.25 + .375) / 6},
		{"calibration", ``, 4./6 - .5},
		{"score", ``, (4. + 2 + 2 + 3*4) / 3},
		{"marginal-distance", ``, .25 / 3 / 3},
		{"log-z", ``, (6./4 + 2./3 + 0) / 3},
		{"iou", ``, ((1./2+1)/3 + (1./2)/2 + 1) / 3},
		{"mean-iou", ``, (2./4 + 2./3) / 3},
		{"accuracy", ``, 4. / 6},
		{"precision", ``, (2./4 + 1) / 3},
		{"recall", ``, (1. + 2./3) / 3},
		{"f1", ``, (2./3 + 4./5) / 3},
		{"span-precision", ``, 1. / 2},
		{"span-recall", ``, 1. / 3},
		{"span-f1", ``, 2. / 5},
		{"attachment-error", ``, 2. / 6},
		{"invalid-sequences", ``, 2. / 3}, // the shown label is I-x
		{"regret", ``, (4. - 7 + 2 - 3 + 0) / (7 + 3 + 2)},
	}
	for _, e := range metric.Entries() {
		i := slices.IndexFunc(rows, func(r struct {
			name, args string
			want       float64
		}) bool {
			return r.name == e.Name
		})
		if e.Name == "command" || e.Name == "alignment-error" { // tests of their own
			continue
		}
		if i < 0 {
			t.Errorf("%s has no value here", e.Name)
			continue
		}
		m := made(t, e.Name, rows[i].args, "O", "B-x", "I-x")
		named := strings.HasSuffix(m.Name, "-micro") || m.Name == "accuracy" // as taggers call it
		if m.Counts == nil && m.Micro != named {
			t.Errorf("%s: the name does not say how it is averaged", m.Name)
		}
		if got := valueByHand(m); !(math.Abs(got-rows[i].want) < 1e-12) {
			t.Errorf("%s: %v, want %v", e.Name, got, rows[i].want)
		}
	}
}

// valueByHand returns the metric of byHand.
func valueByHand(m metric.Metric) float64 {
	var num, den, sum []float64
	if m.Counts != nil {
		sum = make([]float64, m.Counts.Width)
	}
	for i, s := range byHand {
		gold, y := append(slices.Clip(s.gold), 1), append(slices.Clip(s.y), 2)
		marginal := append(slices.Clip(s.marginal), 0, 0, 1)
		x := &sp.Instance{K: 3, Node: sp.Rows{N: len(gold), D: 3}}
		for range gold {
			x.Gold = append(x.Gold, sp.Unknown)
			x.Node.Dense = append(x.Node.Dense, 1, 2, 4)
			x.Costs = append(x.Costs, 1, 2, 4)
		}
		x.Gold[len(s.gold)] = 1
		p := &sp.Prediction{Labels: y, Marginal: marginal, LogZ: s.logZ, Summed: true,
			Atoms: []sp.Atom{{Weight: s.right, Labels: gold}, {Weight: 1 - s.right, Labels: y}}}
		if m.Name == "marginal-distance" { // the marginals are known, and one differs by 1/4
			x.Mixed = slices.Clone(marginal)
			if i == 0 {
				x.Mixed[0], x.Mixed[1] = .25, .5
			}
		}
		if m.Counts != nil {
			m.Counts.Add(sum, metric.NewCase(x, gold, p))
			continue
		}
		n, d := m.Stat(metric.NewCase(x, gold, p))
		num, den = append(num, n), append(den, d)
	}
	if m.Counts != nil {
		return m.Counts.Value(sum)
	}
	return m.Value(num, den)
}
