package metric_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/sp"
)

// ratios returns the averages of ratios without arguments.
func ratios() (list []metric.Metric) {
	for _, e := range metric.Entries() {
		if m, err := metric.New(e.Name, nil, nil); len(e.Params) == 0 && err == nil && m.Stat != nil {
			list = append(list, m)
		}
	}
	return list
}

// Macro metrics average the ratios, micro metrics divide the sums. Without an instance there is no
// value.
func TestAverages(t *testing.T) {
	num, den := []float64{1, 0, 5}, []float64{2, 4, 0}
	macro, micro := metric.Metric{}, metric.Metric{Micro: true}
	if a, b := macro.Value(num, den), micro.Value(num, den); a != 0.25 || b != 1./6 {
		t.Errorf("macro %v, micro %v; want 0.25, 0.1667", a, b)
	}
	if v := macro.Value(nil, nil); !math.IsNaN(v) {
		t.Errorf("no instance scores %v, want NaN", v)
	}
}

// A prediction without a needed part, or an instance without variables to score, has den 0.
func TestMetricsWithoutGround(t *testing.T) {
	x := &sp.Instance{K: 3, Node: sp.Rows{N: 2}, Gold: []int32{sp.Unknown, sp.Unknown}}
	seen := &sp.Instance{K: 3, Node: sp.Rows{N: 2}, Gold: []int32{0, 1}}
	p := &sp.Prediction{Labels: []int32{0, 0}}
	full := &sp.Prediction{Labels: []int32{0, 0}, Marginal: []float64{1, 0, 0, 1, 0, 0},
		Atoms: []sp.Atom{{Weight: 1, Labels: []int32{0, 0}}}}
	needs := map[string]bool{"expected-hamming": true, "log-loss": true, "log-loss-micro": true,
		"brier": true, "brier-micro": true}
	for _, m := range ratios() {
		if m.Name == "score" || m.Name == "log-z" || m.Name == "marginal-distance" { // are of a model, not of a truth: TestGivenModels
			continue
		}
		if _, den := m.Stat(metric.NewCase(x, []int32{0, 1}, p)); (den == 0) != needs[m.Name] {
			t.Errorf("%s: den = %v for labels only", m.Name, den)
		}
		if num, den := m.Stat(metric.NewCase(x, []int32{0, 1},
			full)); den == 0 || math.IsNaN(num) || math.IsInf(num, 0) {
			t.Errorf("%s: %v/%v for a sure and half wrong prediction", m.Name, num, den)
		}
		if num, den := m.Stat(metric.NewCase(seen, []int32{0, 1}, full)); num != 0 || den != 0 {
			t.Errorf("%s: %v/%v where everything was revealed", m.Name, num, den)
		}
		if num, den := m.Stat(metric.NewCase(x, []int32{sp.Unknown, sp.Unknown},
			full)); num != 0 || den != 0 {
			t.Errorf("%s: %v/%v where no truth is known", m.Name, num, den)
		}
	}
}

func TestIntersectionOverUnion(t *testing.T) {
	m, _ := metric.New("iou", nil, nil)
	hidden := []int32{sp.Unknown, sp.Unknown, sp.Unknown, sp.Unknown}
	for _, test := range []struct {
		k        int
		gold, y  []int32
		num, den float64
	}{
		{2, []int32{1, 1, 0, 0}, []int32{1, 0, 1, 0}, 1, 1 + 2 + 3}, // sizes 1, 2, 3, 4
		{2, []int32{0, 0, 0, 0}, []int32{0, 0, 0, 0}, 1, 1},         // no foreground anywhere
		{2, []int32{0, 0, 0, 0}, []int32{0, 0, 0, 1}, 0, 4},         // only predicted
		{3, []int32{2, 2, 0, 0}, []int32{2, 0, 0, 1}, (1./3 + 3./9) / 2, 1},
	} {
		x := &sp.Instance{K: test.k, Node: sp.Rows{N: 4}, Gold: hidden, Size: []float64{1, 2, 3, 4}}
		num, den := m.Stat(metric.NewCase(x, test.gold, &sp.Prediction{Labels: test.y}))
		if math.Abs(num-test.num) > 1e-15 || den != test.den {
			t.Errorf("%v for %v: %v/%v, want %v/%v", test.y, test.gold, num, den, test.num, test.den)
		}
	}
}

// An instance counts for all predicted labels or for none. Rows are compared on the same instances.
func TestInstancesCountForEveryPrediction(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		k, n := 2+r.IntN(2), 1+r.IntN(3)
		x := &sp.Instance{ID: "x", Weight: 1, K: k, Node: sp.Rows{N: n}}
		var gold []int32
		draw := func(from int) int32 { return int32(from + r.IntN(k-from)) }
		for range n {
			x.Gold = append(x.Gold, []int32{sp.Unknown, sp.Unknown, 0}[r.IntN(3)])
			gold = append(gold, draw(-1))
		}
		for _, m := range ratios() {
			if m.Needs != "" || m.Name == "score" { // of a model
				continue
			}
			counts := map[bool]bool{}
			for range 8 {
				p := &sp.Prediction{}
				for range n {
					p.Labels = append(p.Labels, draw(0))
				}
				_, den := m.Stat(metric.NewCase(x, gold, p))
				counts[den > 0] = true
			}
			if len(counts) != 1 {
				t.Errorf("%s: whether truth %v counts depends on the prediction", m.Name, gold)
			}
		}
	}
}

// TestLogLossFloor: a marginal below 1e-12 counts as 1e-12.
func TestLogLossFloor(t *testing.T) {
	m := made(t, "log-loss", "")
	x := &sp.Instance{K: 2, Node: sp.Rows{N: 1}, Gold: []int32{sp.Unknown}}
	for q, want := range map[float64]float64{0: 1e-12, 1e-13: 1e-12, 1e-11: 1e-11, 0.5: 0.5} {
		num, den := m.Stat(metric.NewCase(x, []int32{0}, &sp.Prediction{Labels: []int32{1},
			Marginal: []float64{q, 1 - q}}))
		if num != -math.Log(want) || den != 1 {
			t.Errorf("%v: %v of %v, want %v", q, num, den, -math.Log(want))
		}
	}
}
