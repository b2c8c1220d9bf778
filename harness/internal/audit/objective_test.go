package audit_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// objectives returns weighted chains with a random w, to compute objectives by enumeration.
func objectives(t *testing.T) (train []sp.Instance, m sp.FeatureMap, w []float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 0))
	for i := range 5 {
		n := 1 + i
		x := sp.Instance{
			ID: "x", Weight: 1 + rng.Float64(), K: 3, Edges: sp.ChainEdges(n), Gold: make([]int32, n),
			Node: sp.Rows{N: n, D: 2, Dense: make([]float32, 2*n)},
		}
		for d := range n {
			x.Gold[d] = rng.Int32N(3)
			x.Node.Dense[2*d], x.Node.Dense[2*d+1] = float32(rng.NormFloat64()), 1
		}
		for i := range 3 * n {
			x.Costs = append(x.Costs, math.Sin(float64(i)))
		}
		train = append(train, x)
	}
	m, err := feature.New("linear", nil, feature.Dims{K: 3, Node: 2})
	if err != nil {
		t.Fatal(err)
	}
	for range m.Dim() {
		w = append(w, rng.NormFloat64())
	}
	return train, m, w
}

// eachLabeling calls do with every labeling of n variables.
func eachLabeling(n int, k int32, do func(y []int32)) {
	y := make([]int32, n)
	for d := 0; d < n; {
		if d == 0 {
			do(y)
		}
		if y[d]++; y[d] < k {
			d = 0
			continue
		}
		y[d] = 0
		d++
	}
}

func TestObjectiveAgainstEnumeration(t *testing.T) {
	train, m, w := objectives(t)
	l := loss.Hamming{Mean: true}
	const lambda = 0.3
	sums, total := map[string]float64{}, 0.0
	for i := range train {
		x := &train[i]
		var p sp.Potentials
		m.Potentials(&p, w, x)
		most, z, augmented := math.Inf(-1), 0.0, 0.0
		eachLabeling(x.N(), int32(x.K), func(y []int32) {
			most = max(most, p.Score(y)+l.Value(x, x.Gold, y))
			z += math.Exp(p.Score(y))
			augmented += math.Exp(p.Score(y) + l.Value(x, x.Gold, y))
		})
		gold := p.Score(x.Gold)
		sums["softmax-margin(epsilon=1 margin=1)"] += x.Weight * (math.Log(augmented) - gold)
		sums[sp.ObjectiveHinge] += x.Weight * (most - gold)
		sums[sp.ObjectiveLikelihood] += x.Weight * (math.Log(z) - gold)
		sums[sp.ObjectivePseudolikelihood] += x.Weight * pseudo(&p, x)
		sums["weighted pseudolikelihood"] += x.Weight * pseudo(&p, x) // hamming has equal weights
		sums["weighted unary"] += x.Weight * nodes(&p, x)
		sums[sp.ObjectivePiecewise] += x.Weight * (nodes(&p, x) + edges(&p, x))
		sums[sp.ObjectiveUnary] += x.Weight * nodes(&p, x)
		for i, c := range x.Costs {
			sums[sp.ObjectiveLeastSquares] += x.Weight * (p.Node[i] + c) * (p.Node[i] + c) / 2
		}
		total += x.Weight
	}
	norm := 0.0
	for _, v := range w {
		norm += v * v
	}
	for _, kind := range audit.Kinds() {
		got, err := audit.Value(sp.Objective{Kind: kind.Name, Lambda: lambda}, w, train, m, l)
		if want := lambda/2*norm + sums[kind.Name]/total; sums[kind.Name] == 0 || err != nil ||
			math.Abs(got-want) > 1e-12*want {
			t.Errorf("%s: %v, want %v; %v", kind.Name, got, want, err)
		}
	}
	for _, kind := range []string{sp.ObjectiveHinge, "softmax-margin(epsilon=0.5 margin=2)"} {
		if _, err := audit.Value(sp.Objective{Kind: kind}, w, train, m,
			loss.ZeroOne{}); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: a loss that no oracle can be augmented by: %v", kind, err)
		}
	}
	for name, known := range map[string]bool{
		"softmax-margin(epsilon=1e-06 margin=0)": true, "softmax-margin(epsilon=0 margin=1)": false,
		"softmax-margin(epsilon=1 margin=1)x": false, "softmax-margin(epsilon=NaN margin=1)": false,
		"likelihood + 0.5·‖w‖₁": true, "weighted unary + 1e-05·‖w‖₁": true,
		"likelihood + 0.50·‖w‖₁": false, "likelihood + 0·‖w‖₁": false, "likelihood + ": false,
		"likelihood + 0.5·‖w‖₁ + 0.5·‖w‖₁": false, "unlikelihood + 0.5·‖w‖₁": false,
		"softmax-margin": false, "softmax-margin(epsilon=0.10 margin=1)": false,
	} {
		if audit.Known(name) != known {
			t.Errorf("%s: known %v", name, !known)
		}
	}
}

// pseudo is the negative log-pseudolikelihood of x.
func pseudo(p *sp.Potentials, x *sp.Instance) (sum float64) {
	y := slices.Clone(x.Gold)
	for d := range y {
		z := 0.0
		for k := range int32(x.K) {
			y[d] = k
			z += math.Exp(p.Score(y))
		}
		y[d] = x.Gold[d]
		sum += math.Log(z) - p.Score(y)
	}
	return sum
}

// nodes is the negative log-likelihood of the variables of x without its edges.
func nodes(p *sp.Potentials, x *sp.Instance) (sum float64) {
	for d, k := range x.Gold {
		z := 0.0
		for _, s := range p.Node[d*x.K:][:x.K] {
			z += math.Exp(s)
		}
		sum += math.Log(z) - p.Node[d*x.K+int(k)]
	}
	return sum
}

// edges is the negative log-likelihood of the edges of x without its variables.
func edges(p *sp.Potentials, x *sp.Instance) (sum float64) {
	for e, uv := range x.Edges {
		z := 0.0
		for k := range int32(x.K) {
			for l := range int32(x.K) {
				z += math.Exp(p.PairScore(e, k, l))
			}
		}
		sum += math.Log(z) - p.PairScore(e, x.Gold[uv.U], x.Gold[uv.V])
	}
	return sum
}

// Unknown objectives, and those without an exact oracle, are reported and are no error.
func TestUnaudited(t *testing.T) {
	train, m, w := objectives(t)
	if why := audit.Unaudited("mystery", train, m); !strings.Contains(why,
		`no objective "mystery", only likelihood, hinge, `) {
		t.Errorf("unknown kind: %q", why)
	}
	if f, err := audit.Value(sp.Objective{Kind: "mystery"}, w, train, m, loss.Hamming{}); err != nil ||
		!math.IsNaN(f) {
		t.Errorf("unknown kind: %v, %v", f, err)
	}
	if f := audit.Dual(sp.Objective{Kind: "mystery"}, [][]sp.Atom{}, train, m,
		loss.Hamming{}); !math.IsNaN(f) {
		t.Errorf("its dual: %v", f)
	}
	wide := grid(t, 12) // of three labels with attractive pairs: alpha-expansion
	wide[0].Costs = make([]float64, 3*wide[0].N())
	m, err := feature.New("linear", []byte(`{"pairs":"potts","nonnegative":true}`), feature.Dims{K: 3,
		Node: 1})
	if err != nil {
		t.Fatal(err)
	}
	w = make([]float64, m.Dim())
	for _, kind := range audit.Kinds() {
		approximate := slices.Contains([]string{sp.ObjectiveHinge, sp.ObjectiveLikelihood,
			"softmax-margin(epsilon=1 margin=1)"}, kind.Name)
		f, err := audit.Value(sp.Objective{Kind: kind.Name}, w, wide, m, loss.Hamming{})
		if err != nil || math.IsNaN(f) != approximate {
			t.Errorf("%s on a wide grid: %v, %v", kind.Name, f, err)
		}
		why := audit.Unaudited(kind.Name, wide, m)
		if strings.Contains(why, "MAP by alpha-expansion for 1 of 1 training instances") != approximate ||
			(why == "") == approximate {
			t.Errorf("%s on a wide grid: %q", kind.Name, why)
		}
	}
}

// grid returns a labelled square grid.
func grid(t *testing.T, side int) []sp.Instance {
	t.Helper()
	n := side * side
	x := sp.Instance{ID: "x", Weight: 1, K: 3, Gold: make([]int32, n), Node: sp.Rows{N: n, D: 1,
		Dense: make([]float32, n)}}
	for d := range n {
		if d%side > 0 {
			x.Edges = append(x.Edges, sp.Edge{U: int32(d - 1), V: int32(d)})
		}
		if d >= side {
			x.Edges = append(x.Edges, sp.Edge{U: int32(d - side), V: int32(d)})
		}
	}
	x.Edge = sp.Rows{N: len(x.Edges)}
	return []sp.Instance{x}
}

// TestDualIsABound: the dual is a lower bound for any dual variables, and 0 at the gold labelings.
func TestDualIsABound(t *testing.T) {
	train, m, w := objectives(t)
	l := loss.Hamming{Mean: true}
	rng := rand.New(rand.NewPCG(4, 0))
	o := sp.Objective{Kind: sp.ObjectiveHinge, Lambda: 0.3}
	var dual [][]sp.Atom
	if v := audit.Dual(o, dual, train, m, l); !math.IsNaN(v) {
		t.Errorf("without dual variables: %v", v)
	}
	for i := range train {
		dual = append(dual, []sp.Atom{{Weight: 1, Labels: train[i].Gold}})
	}
	if v := audit.Dual(o, dual, train, m, l); math.Abs(v) > 1e-15 {
		t.Errorf("at the gold labelings: %v", v)
	}
	for range 100 {
		for i := range train {
			y := make([]int32, train[i].N())
			for d := range y {
				y[d] = rng.Int32N(3)
			}
			dual[i] = []sp.Atom{{Weight: 0.7, Labels: train[i].Gold}, {Weight: 0.3, Labels: y}}
		}
		for j := range w {
			w[j] = 0.3 * rng.NormFloat64()
		}
		primal, err := audit.Value(o, w, train, m, l)
		if err != nil {
			t.Fatal(err)
		}
		if bound := audit.Dual(o, dual, train, m, l); bound > primal {
			t.Fatalf("dual value %v above the objective %v", bound, primal)
		}
	}
}

// TestDualOfManyVariables: labels shared with gold cancel without rounding. Two labelings change one
// variable each, in opposite directions, so u = ±(a − b).
func TestDualOfManyVariables(t *testing.T) {
	const n, a, b = 1000000, 0.3001, 0.3
	x := sp.Instance{ID: "x", Weight: 1, K: 2, Gold: make([]int32, n),
		Node: sp.Rows{N: n, D: 1, Dense: make([]float32, n)}}
	for d := range n {
		x.Gold[d], x.Node.Dense[d] = int32(d%2), 1
	}
	first, second := slices.Clone(x.Gold), slices.Clone(x.Gold)
	first[0], second[1] = 1, 0
	m, err := feature.New("linear", []byte(`{"pairs":"none"}`), feature.DimsOf(&x))
	if err != nil {
		t.Fatal(err)
	}
	got := audit.Dual(sp.Objective{Kind: sp.ObjectiveHinge, Lambda: 1}, [][]sp.Atom{{
		{Weight: 1 - a - b, Labels: x.Gold}, {Weight: a, Labels: first}, {Weight: b, Labels: second},
	}}, []sp.Instance{x}, m, loss.Hamming{Mean: true})
	if want := (a+b)/n - (a-b)*(a-b); math.Abs(got/want-1) > 1e-9 {
		t.Errorf("dual %v, want %v", got, want)
	}
}

// TestDualOfSigns: a strength kept at 0 or above costs the dual nothing where the atoms would make it
// negative. Gold disagrees at the edge, the atom of weight 0.4 agrees: u = −0.4/λ, or [u] = 0.
func TestDualOfSigns(t *testing.T) {
	x := sp.Instance{ID: "x", Weight: 1, K: 2, Edges: sp.ChainEdges(2), Gold: []int32{0, 1},
		Node: sp.Rows{N: 2, D: 1, Dense: []float32{0, 0}}, Edge: sp.Rows{N: 1}}
	dual := [][]sp.Atom{{{Weight: 0.6, Labels: x.Gold}, {Weight: 0.4, Labels: []int32{0, 0}}}}
	for sign, want := range map[string]float64{"true": 0.2, "false": 0.2 - 0.4*0.4/(2*0.5)} {
		m, err := feature.New("linear", []byte(`{"pairs":"potts","nonnegative":`+sign+`}`), feature.DimsOf(&x))
		if err != nil {
			t.Fatal(err)
		}
		got := audit.Dual(sp.Objective{Kind: sp.ObjectiveHinge, Lambda: 0.5}, dual, []sp.Instance{x}, m,
			loss.Hamming{Mean: true})
		if math.Abs(got-want) > 1e-15 {
			t.Errorf("nonnegative %s: %v, want %v", sign, got, want)
		}
	}
}
