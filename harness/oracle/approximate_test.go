package oracle_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// mild returns random scores on graphs with cycles, small enough to enumerate.
func mild(r *rand.Rand, i int) *sp.Potentials {
	n, k := 3+r.IntN(4), 2+i%2
	var edges []sp.Edge
	for v := range int32(n) {
		for u := range v {
			if r.IntN(3) > 0 {
				edges = append(edges, sp.Edge{U: u, V: v})
			}
		}
	}
	p := potentials(r, edges, n, k, []string{"potts", "shared", "edges"}[i%3], "normal")
	for _, v := range [][]float64{p.Pair.Potts, p.Pair.Table} {
		for i := range v {
			v[i] /= 4
		}
	}
	for e, v := range p.Pair.Potts {
		p.Pair.Potts[e] = math.Abs(v)
	}
	return p
}

// A named oracle is approximate and not a Clamper. Its reported scores are correct and never above
// the maximum. Message passing finds the maximum if pair scores are small. Sums over forests stay
// exact.
func TestNamedOraclesAreApproximate(t *testing.T) {
	r := pcg(16, 1)
	found := map[string]int{}
	for i := range 60 {
		p := mild(r, i)
		y, best := make([]int32, p.N()), make([]int32, p.N())
		most := must(oracle.NewBrute().MAP(best, p))(t)
		for _, k := range oracle.Kinds()[1:] {
			if k.Name == "expansion" && len(p.Pair.Table) > 0 || k.Name == "qpbo" && p.K != 2 {
				continue
			}
			c := choose(t, k.Name, "")
			s := solverOf(t, c, p)
			a, approximate := s.(sp.Approximator)
			if _, clamps := s.(sp.Clamper); !approximate || clamps ||
				a.Approximate() != c.Algorithm() {
				t.Fatalf("%s: approximator %v, clamper %v", k.Name, approximate, clamps)
			}
			score, err := s.MAP(y, p)
			if score > most-1e-9 {
				found[k.Name]++
			}
			if err != nil || score != p.Score(y) || score > most+1e-9 {
				t.Errorf("%s: reported score %v, actual %v, maximum %v; %v", k.Name, score,
					p.Score(y), most, err)
			}
			in := make([]bool, p.N())
			in[0] = true
			f := must(sp.NewForest(in, p.Edges))(t)
			want := must(oracle.NewTree().Conditional(nil, p, f, best))(t)
			if got, err := s.(sp.Conditioner).Conditional(nil, p, f, best); err != nil ||
				got != want {
				t.Errorf("%s: sum over a forest %v, want %v; %v", k.Name, got, want, err)
			}
			var mu sp.Marginals
			if _, err := s.Marginals(&mu, p); k.Sums != (err == nil) ||
				!k.Sums && !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("%s: sums %v, error %v", k.Name, k.Sums, err)
			}
		}
	}
	for _, name := range []string{"lbp", "trw"} {
		if found[name] < 60 { // choosing the most probable label of each variable would give 55
			t.Errorf("%s found %d of 60 maxima", name, found[name])
		}
	}
}

// Message passing is exact on forests, of any form and size of scores.
func TestMessagesAreExactOnForests(t *testing.T) {
	for _, q := range problems() {
		if q.p.N() < 2 || len(q.p.Edges) == 0 {
			continue
		}
		want, exact := sp.Marginals{}, make([]int32, q.p.N())
		most, err := oracle.NewTree().MAP(exact, q.p)
		for _, name := range []string{"lbp", "trw"} {
			s, y := solverOf(t, choose(t, name, ""), q.p), make([]int32, q.p.N())
			score, got := s.MAP(y, q.p)
			if errors.Is(err, oracle.ErrForbidden) != errors.Is(got, oracle.ErrForbidden) ||
				(err == nil) != (got == nil) {
				t.Errorf("%s %s: error %v, want %v", name, q.name, got, err)
			}
			if err != nil {
				continue
			}
			if !near(score, most, 1e-9) {
				t.Errorf("%s %s: maximum %v, want %v", name, q.name, score, most)
			}
			logZ, e := oracle.NewTree().Marginals(&want, q.p)
			var mu sp.Marginals
			z, e2 := s.Marginals(&mu, q.p)
			if e != nil || e2 != nil || !near(z, logZ, 1e-9) || !within(mu.Node, want.Node, 1e-9) ||
				!within(mu.Pair, want.Pair, 1e-9) {
				t.Errorf("%s %s: log Z %v, want %v; %v", name, q.name, z, logZ, e2)
			}
			if z, err := s.Marginals(nil, q.p); err != nil || !near(z, logZ, 1e-9) {
				t.Errorf("%s %s: log Z alone %v, want %v; %v", name, q.name, z, logZ, err)
			}
		}
	}
}

// within reports whether the entries are equal to within an absolute tolerance.
func within(a, b []float64, tolerance float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= tolerance })
}

// Mean field gives a log Z that is too small, tree-reweighted messages one that is too large. All
// marginals are consistent. With enough samples, Gibbs marginals approach the exact ones.
func TestApproximateSums(t *testing.T) {
	r := pcg(16, 2)
	var mu, exact sp.Marginals
	for i := range 40 {
		p := mild(r, i)
		logZ := must(oracle.NewBrute().Marginals(&exact, p))(t)
		args := map[string]string{"gibbs": `{"sweeps":20000}`,
			"trw": `{"sweeps":2000,"tolerance":1e-10}`}
		for _, k := range oracle.Kinds()[1:] {
			if !k.Sums {
				continue
			}
			z, err := solverOf(t, choose(t, k.Name, args[k.Name]), p).Marginals(&mu, p)
			if err != nil || !addsUp(&mu, p, 0.02) {
				t.Errorf("%s: marginals do not add up; %v", k.Name, err)
			}
			switch k.Name {
			case "mean-field":
				if z > logZ+1e-9 {
					t.Errorf("mean field: log Z %v, exactly %v", z, logZ)
				}
			case "trw":
				if z < logZ-1e-7 {
					t.Errorf("tree-reweighted: log Z %v, exactly %v", z, logZ)
				}
			case "gibbs":
				if !within(mu.Node, exact.Node, 0.03) || !within(mu.Pair, exact.Pair, 0.03) {
					t.Errorf("problem %d: frequencies %v, want %v", i, mu.Node, exact.Node)
				}
			}
		}
	}
}

// addsUp reports whether node marginals sum to one and pair marginals sum to the node marginals of
// their ends.
func addsUp(mu *sp.Marginals, p *sp.Potentials, tolerance float64) bool {
	k, near := p.K, func(a, b float64) bool { return math.Abs(a-b) <= tolerance }
	for d := range p.N() {
		sum := 0.0
		for _, q := range mu.Node[d*k:][:k] {
			sum += q
		}
		if !near(sum, 1) {
			return false
		}
	}
	for e, uv := range p.Edges {
		for a := range k {
			u, v := 0.0, 0.0
			for b := range k {
				u += mu.Pair[(e*k+a)*k+b]
				v += mu.Pair[(e*k+b)*k+a]
			}
			if !near(u, mu.Node[int(uv.U)*k+a]) || !near(v, mu.Node[int(uv.V)*k+a]) {
				return false
			}
		}
	}
	return true
}

// A call allocates nothing once the buffers are large enough.
func TestNamedOraclesDoNotAllocate(t *testing.T) {
	r := pcg(16, 5)
	p := mild(r, 3)
	var mu sp.Marginals
	for _, k := range oracle.Kinds()[1:] {
		if k.Name == "qpbo" {
			p = spin(r, 4, 3)
		}
		y := make([]int32, p.N())
		s := solverOf(t, choose(t, k.Name, ""), p)
		call := func() {
			must(s.MAP(y, p))(t)
			if k.Sums {
				must(s.Marginals(&mu, p))(t)
			}
		}
		call()
		if n := testing.AllocsPerRun(20, call); n > 0 {
			t.Errorf("%s: %v allocations in a call", k.Name, n)
		}
	}
}

// If the labeling found is forbidden, others may be allowed: the error does not wrap ErrForbidden.
func TestForbiddenLabelingIsMissed(t *testing.T) {
	never := math.Inf(-1)
	p := &sp.Potentials{K: 2, Node: []float64{5, 0, 0, 5}, Edges: []sp.Edge{{U: 0, V: 1}}}
	// only 1 0 is allowed, two changes away from 0 1
	p.Pair.Table = []float64{never, never, 0, never}
	y := make([]int32, 2)
	if score, err := oracle.NewTree().MAP(y, p); err != nil || score != 0 {
		t.Fatalf("the maximum is %v, %v", score, err)
	}
	_, err := solverOf(t, choose(t, "icm", ""), p).MAP(y, p)
	if err == nil || errors.Is(err, oracle.ErrForbidden) ||
		!strings.Contains(err.Error(), "others may be allowed") {
		t.Errorf("error %v", err)
	}
}
