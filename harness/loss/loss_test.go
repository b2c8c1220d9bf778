package loss_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

func randomInstance(r *rand.Rand, n, k int) (*sp.Instance, []int32) {
	x := &sp.Instance{ID: "x", Weight: 1, K: k, Node: sp.Rows{N: n}, Gold: make([]int32, n),
		Size: make([]float64, n)}
	y := make([]int32, n)
	for d := range n {
		x.Gold[d], y[d], x.Size[d] = int32(r.IntN(k)), int32(r.IntN(k)), 1+float64(r.IntN(9))
	}
	return x, y
}

// named returns the loss called name for k labels, with arguments if it needs some.
func named(t *testing.T, r *rand.Rand, name string, k int) sp.Loss {
	t.Helper()
	var args []byte
	if name == "cost" {
		c := loss.Cost{Mean: r.IntN(2) == 0}
		for a := range k {
			c.Matrix = append(c.Matrix, make([]float64, k))
			for b := range k {
				if a != b {
					c.Matrix[a][b] = float64(r.IntN(5))
				}
			}
		}
		var err error
		if args, err = json.Marshal(c); err != nil {
			t.Fatal(err)
		}
	}
	l, err := loss.New(name, args)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLawsOfLosses(t *testing.T) {
	r := pcg(1, 2)
	for _, e := range loss.Entries() {
		name := e.Name
		if e.Doc == "" {
			t.Errorf("%s is not documented", name)
		}
		for range 200 {
			x, y := randomInstance(r, 1+r.IntN(6), 1+r.IntN(4))
			l := named(t, r, name, x.K)
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

// TestExpectedCostsAgainstEnumeration: the expected cost is linear in q if θ does not depend on
// it.
func TestExpectedCostsAgainstEnumeration(t *testing.T) {
	r := pcg(3, 4)
	const n, k = 3, 3
	for _, name := range []string{"hamming", "hamming-count", "cost"} {
		l := named(t, r, name, k)
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
	// With unknown labels V_class is computed from q: here all belief is in class 2.
	q := []float64{0, 0, 1, 0, 0, 1, 0, 0, 1}
	w := make([]float64, 9)
	l.Weights(w, x, q)
	if got := w[2] + w[5] + w[8]; math.Abs(got-1) > 1e-15 {
		t.Errorf("weights of the only class sum to %v, want 1", got)
	}
}

// TestNodeLossesUnderBeliefs: weights and costs under certain beliefs equal those of the
// labels, costs are never negative, and tiny or empty classes give no NaN.
func TestNodeLossesUnderBeliefs(t *testing.T) {
	r := pcg(5, 6)
	for _, name := range loss.Names() {
		for range 100 {
			n, k := 1+r.IntN(5), 1+r.IntN(4)
			nl, ok := named(t, r, name, k).(sp.NodeLoss)
			if !ok {
				break
			}
			x, _ := randomInstance(r, n, k)
			q, certain, costs := make([]float64, n*k), make([]float64, n*k), make([]float64, n*k)
			for d, label := range x.Gold {
				q[d*k+int(label)] = 1
			}
			nl.Costs(certain, x, nil)
			nl.Costs(costs, x, q)
			for i := range costs {
				if math.Abs(costs[i]-certain[i]) > 1e-15 {
					t.Fatalf("%s: cost %v under beliefs that are labels, %v without", name, costs[i], certain[i])
				}
			}
			for i := range q {
				q[i] = []float64{0, 1e-320, 1e-300, 0.3, 1}[r.IntN(5)]
			}
			if r.IntN(3) == 0 {
				x.Size[0] = 0
			}
			weights := make([]float64, n*k)
			nl.Weights(weights, x, q)
			nl.Costs(costs, x, q)
			for i := range costs {
				if !(costs[i] >= 0 && weights[i] >= 0) || math.IsInf(costs[i]+weights[i], 0) {
					t.Fatalf("%s: belief %v of %v has weight %v and cost %v", name, q[i], q, weights[i], costs[i])
				}
			}
		}
	}
}

// TestWeightsOfWeightedHamming writes out θ_d(k) = V_d/(C·V_k) with V_k = Σ_d V_d·q_d(k).
func TestWeightsOfWeightedHamming(t *testing.T) {
	r := pcg(7, 8)
	x, _ := randomInstance(r, 4, 3)
	q := make([]float64, 12)
	for i := range q {
		q[i] = r.Float64()
	}
	for d := range 4 {
		q[d*3+1] = 0 // an absent class: two are left
	}
	got := make([]float64, 12)
	loss.WeightedHamming{}.Weights(got, x, q)
	for d := range 4 {
		for k := range 3 {
			volume := 0.0
			for e := range 4 {
				volume += x.Size[e] * q[e*3+k]
			}
			want := 0.0
			if volume > 0 {
				want = q[d*3+k] * x.Size[d] / (2 * volume)
			}
			if math.Abs(got[d*3+k]-want) > 1e-15 {
				t.Errorf("weight of variable %d, label %d: %v, want %v", d, k, got[d*3+k], want)
			}
		}
	}
}

func TestRegistry(t *testing.T) {
	for _, args := range []string{"", "{}", " { } \n"} {
		if _, err := loss.New("hamming", []byte(args)); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
	for args, want := range map[string]string{`{"mean":true}`: `"mean"`,
		`{} {}`: "something follows", `3`: "takes no arguments: want a JSON object"} {
		if _, err := loss.New("hamming", []byte(args)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %s", args, err, want)
		}
	}
	if _, err := loss.New("haming", nil); err == nil ||
		!strings.Contains(err.Error(),
			"hamming, hamming-count, weighted-hamming, boundary-count, zero-one") {
		t.Errorf("unknown loss: %v", err)
	}
}

// TestCost compares with costs computed by hand, and with Hamming for Hamming's matrix.
func TestCost(t *testing.T) {
	x := &sp.Instance{K: 2, Node: sp.Rows{N: 3}, Gold: []int32{0, 1, 1}}
	y := []int32{1, 0, 1}
	for args, want := range map[string]float64{
		`{"matrix": [[0, 1], [5, 0]]}`:               6,
		`{"matrix": [[0, 1], [5, 0]], "mean": true}`: 2,
		`{"matrix": [[0, 1], [1, 0]]}`:               2,
	} {
		l, err := loss.New("cost", []byte(args))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Value(x, x.Gold, y); got != want {
			t.Errorf("%s: %v, want %v", args, got, want)
		}
		if err := loss.Fits(l, 2); err != nil {
			t.Error(err)
		}
		if err := loss.Fits(l, 3); err == nil ||
			!strings.Contains(err.Error(), "2×2, but there are 3 labels") {
			t.Errorf("a matrix of 2 labels for 3: %v", err)
		}
	}
	l, err := loss.New("cost", []byte(`{"matrix": [[0, 2, 4], [5, 0, 7], [1, 1, 0]]}`))
	if err != nil {
		t.Fatal(err)
	}
	weights := make([]float64, 6)
	l.(sp.NodeLoss).Weights(weights, &sp.Instance{K: 3, Node: sp.Rows{N: 2}, Gold: []int32{0, 1}}, nil)
	if want := []float64{3, 0, 0, 0, 6, 0}; !slices.Equal(weights, want) {
		t.Errorf("weights %v, want %v", weights, want)
	}
	for args, want := range map[string]string{
		``:                                     "matrix is missing",
		`{"matrix": [[0, 1], [1]]}`:            "must be square",
		`{"matrix": [[1, 1], [1, 0]]}`:         "a right label costs 0",
		`{"matrix": [[0, -1], [1, 0]]}`:        "must be finite and not negative",
		`{"matrix": [[0, 1], [1, 0]], "a": 1}`: `"a"`,
	} {
		if _, err := loss.New("cost", []byte(args)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %s", args, err, want)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	r := pcg(1, 1)
	x, y := randomInstance(r, 8, 26)
	dst := make([]float64, 8*26)
	for _, name := range loss.Names() {
		l := named(t, r, name, 26)
		if n := testing.AllocsPerRun(10, func() {
			l.Value(x, x.Gold, y)
			if nl, ok := l.(sp.NodeLoss); ok {
				nl.Costs(dst, x, nil)
				nl.Weights(dst, x, nil)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations per call", name, n)
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
