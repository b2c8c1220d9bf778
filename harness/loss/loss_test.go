package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

func randomInstance(r *rand.Rand, n, k int) (*sp.Instance, []int32) {
	x := &sp.Instance{ID: "x", Weight: 1, K: k, Node: sp.Rows{N: n}, Gold: make([]int32, n), Size: make([]float64, n)}
	y := make([]int32, n)
	for d := range n {
		x.Gold[d], y[d], x.Size[d] = int32(r.IntN(k)), int32(r.IntN(k)), 1+float64(r.IntN(9))
	}
	return x, y
}

func TestLawsOfLosses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range loss.Names() {
		l, err := loss.New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			x, y := randomInstance(r, 1+r.IntN(6), 1+r.IntN(4))
			if r.IntN(2) == 0 {
				x.Gold[0] = sp.Unknown
			}
			if v := l.Value(x, x.Gold, x.Gold); v != 0 {
				t.Fatalf("%s: the truth costs %v", name, v)
			}
			v := l.Value(x, x.Gold, y)
			if !(v >= 0) {
				t.Fatalf("%s: Value = %v", name, v)
			}
			nl, ok := l.(sp.NodeLoss)
			if !ok {
				continue
			}
			costs := make([]float64, len(y)*x.K)
			nl.Costs(costs, x, nil)
			s := 0.0
			for d, k := range y {
				s += costs[d*x.K+int(k)]
			}
			if math.Abs(s-v) > 1e-12 {
				t.Fatalf("%s: costs sum to %v, Value is %v", name, s, v)
			}
		}
	}
}

// The expected cost is linear in q where θ does not depend on it.
func TestExpectedCostsAgainstEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const n, k = 3, 3
	for _, name := range []string{"hamming", "hamming-count"} {
		l, _ := loss.New(name, nil)
		x, y := randomInstance(r, n, k)
		q := make([]float64, n*k)
		for d := range n {
			total := 0.0
			for j := range k {
				q[d*k+j] = r.ExpFloat64()
				total += q[d*k+j]
			}
			for j := range k {
				q[d*k+j] /= total
			}
		}
		want := 0.0
		for c := range int32(k * k * k) {
			ref := []int32{c % k, c / k % k, c / k / k}
			want += q[ref[0]] * q[k+ref[1]] * q[2*k+ref[2]] * l.Value(x, ref, y)
		}
		costs := make([]float64, n*k)
		l.(sp.NodeLoss).Costs(costs, x, q)
		got := 0.0
		for d, label := range y {
			got += costs[d*k+int(label)]
		}
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: expected cost %v, enumeration %v", name, got, want)
		}
	}
}

func TestWeightedHammingIsNormalised(t *testing.T) {
	x := &sp.Instance{K: 3, Node: sp.Rows{N: 3}, Gold: []int32{0, 0, 1}, Size: []float64{1, 3, 10}}
	var l loss.WeightedHamming
	for _, test := range []struct {
		y    []int32
		want float64
	}{
		{[]int32{1, 1, 0}, 1},        // everything wrong
		{[]int32{0, 0, 2}, 0.5},      // one of two present classes; class 2 is absent
		{[]int32{2, 0, 1}, 0.25 / 2}, // a quarter of class 0
	} {
		if got := l.Value(x, x.Gold, test.y); math.Abs(got-test.want) > 1e-15 {
			t.Errorf("Value(%v) = %v, want %v", test.y, got, test.want)
		}
	}
	// V_class from q where labels are unknown: all the belief in class 2.
	q := []float64{0, 0, 1, 0, 0, 1, 0, 0, 1}
	w := make([]float64, 9)
	l.Weights(w, x, q)
	if got := w[2] + w[5] + w[8]; math.Abs(got-1) > 1e-15 {
		t.Errorf("weights of the only class sum to %v, want 1", got)
	}
}

func TestMetrics(t *testing.T) {
	x := &sp.Instance{K: 2, Node: sp.Rows{N: 4}, Gold: []int32{sp.Unknown, sp.Unknown, sp.Unknown, 1}}
	gold := []int32{0, 1, 1, 1} // the last one was revealed
	p := &sp.Prediction{Labels: []int32{0, 0, 1, 0}, Marginal: []float64{.9, .1, .6, .4, .2, .8, .5, .5}}
	want := map[string][2]float64{
		"hamming":          {1, 3},
		"hamming-micro":    {1, 3},
		"zero-one":         {1, 1},
		"weighted-hamming": {0.25, 1},
		"expected-hamming": {.1 + .6 + .2, 3},
		"log-loss":         {-math.Log(.9 * .4 * .8), 3},
		"brier":            {2 * (.01 + .36 + .04), 3},
		"iou":              {(1./2 + 1./2) / 2, 1},
	}
	for _, m := range loss.Metrics() {
		num, den := m.Stat(x, gold, p)
		if w := want[m.Name]; math.Abs(num-w[0]) > 1e-12 || den != w[1] {
			t.Errorf("%s: %v/%v, want %v/%v", m.Name, num, den, w[0], w[1])
		}
	}
	p.Atoms = []sp.Atom{{Weight: .25, Labels: []int32{1, 0, 0, 0}}, {Weight: .75, Labels: gold}}
	m, _ := loss.NewMetric("expected-hamming")
	if num, den := m.Stat(x, gold, p); num != .75 || den != 3 {
		t.Errorf("expected-hamming from atoms: %v/%v, want 0.75/3", num, den)
	}
	num, den := []float64{1, 0, 5}, []float64{2, 4, 0}
	macro, micro := loss.Metric{}, loss.Metric{Micro: true}
	if a, b := macro.Value(num, den), micro.Value(num, den); a != 0.25 || b != 1./6 {
		t.Errorf("macro %v, micro %v; want 0.25, 0.1667", a, b)
	}
	if v := macro.Value(nil, nil); !math.IsNaN(v) {
		t.Errorf("no instance scores %v, want NaN", v)
	}
}
