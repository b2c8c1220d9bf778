package skeleton

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

const nonNegative = `{"pairs":"potts","nonnegative":true}`

// scenes returns noisy pictures of k labels on random graphs, as of superpixels: n points in a
// square with edges between near ones. Half a square has k/2 stripes, one label each.
func scenes(seed uint64, pictures, n, k, edges int) []sp.Instance {
	r := rand.New(rand.NewPCG(seed, 4))
	xs := make([]sp.Instance, pictures)
	for i := range xs {
		x := sp.Instance{ID: strconv.Itoa(i), Weight: 1, K: k, Gold: make([]int32, n),
			Node: sp.Rows{N: n, D: k}}
		at := make([][2]float64, n)
		for d := range at {
			at[d] = [2]float64{r.Float64(), r.Float64()}
			x.Gold[d] = int32(2*at[d][1]) + 2*int32(at[d][0]*float64(k)/2)
			x.Gold[d] %= int32(k)
			for l := range int32(k) {
				v := r.NormFloat64()
				if l == x.Gold[d] {
					v++
				}
				x.Node.Dense = append(x.Node.Dense, float32(v))
			}
			for c := range d {
				u, v := at[c][0]-at[d][0], at[c][1]-at[d][1]
				if float64(n)*(u*u+v*v) < 2 {
					x.Edges = append(x.Edges, sp.Edge{U: int32(c), V: int32(d)})
					for range edges {
						x.Edge.Dense = append(x.Edge.Dense, r.Float32())
					}
				}
			}
		}
		x.Edge.N, x.Edge.D = len(x.Edges), edges
		xs[i] = x
	}
	return xs
}

// visited returns the model of x in a visit by solver s: one factor of the node scores, and the
// strengths.
func visited(t testing.TB, in learner.Input, x *sp.Instance, s sp.Solver) *energy {
	t.Helper()
	base := make([]float64, in.Map.Dim())
	for i := range x.K {
		base[i*x.Node.D+i] = 1
	}
	of := task(in)
	of.Solver = func(*sp.Instance) (sp.Solver, error) { return s, nil }
	e := newEnergy(of, newParameters(in.Map, base), x, false)
	need(t, e.visit(of))
	return e
}

// cost returns the cost of y at theta: the scores below the best label of each variable alone, plus
// the strengths of disagreeing edges.
func cost(e *energy, y []int32, theta []float64) float64 {
	e.scores(theta)
	p := &e.p
	most := -p.Score(y)
	for d := range y {
		row := p.Node[d*p.K:][:p.K]
		most += slices.Max(row)
	}
	for _, v := range p.Pair.Potts { // the score of an edge of equal labels
		most += v
	}
	return most
}

// TestFoundAgainstExact: everywhere in the box, the best labeling found by alpha-expansion costs at
// least the optimum and at most twice as much. Expected loss and gradient are exact for these
// labelings, by each way.
func TestFoundAgainstExact(t *testing.T) {
	r, worse := rand.New(rand.NewPCG(5, 1)), 0
	for seed := range uint64(12) {
		in := input(scenes(seed, 1, 24, 3, 2), nonNegative, "hamming-count")
		x := &in.Train[0]
		for i := range x.Node.Dense {
			x.Node.Dense[i] = r.Float32()
		}
		low := []float64{2 * r.Float64(), 0, r.Float64() * float64(seed%2)}
		box, exact := boxAt(low, 1), visited(t, in, x, oracle.NewElimination())
		for _, way := range []string{gradientFaces, gradientRegions, gradientSlices} {
			l := defaults()
			l.Gradient = way
			e := visited(t, in, x, oracle.NewExpansion())
			g := gradient{Skeleton: l, box: box, evaluated: evaluated{grad: make([]float64, 3)}}
			need(t, g.of(e, in.Loss))
			if e.found == nil || exact.found != nil || g.unresolved != 1 {
				t.Fatalf("approximate %v, exact %v, unresolved %v", e.found, exact.found, g.unresolved)
			}
			check(t, way, e, &g, in.Loss)
			worse += above(t, r, e, exact, box)
		}
	}
	if worse == 0 {
		t.Error("alpha-expansion never missed the optimum: nothing is tested")
	}
}

// above compares the least cost found with the optimum, at random parameters of the box. It returns
// how often the two differ.
func above(t *testing.T, r *rand.Rand, e, exact *energy, box skeleton.Box) (worse int) {
	t.Helper()
	y, phi, theta := make([]int32, e.N()), make([]float64, 3), make([]float64, 3)
	for range 100 {
		for i := range theta {
			theta[i] = box.Low[i] + r.Float64()
		}
		need(t, e.found.Minimise(y, phi, theta))
		got := cost(exact, y, theta)
		need(t, exact.Minimise(y, phi, theta))
		switch want := cost(exact, y, theta); {
		case got < want-1e-9 || got > 2*want+1e-9:
			t.Errorf("at %v the best labeling found costs %v, the optimum %v", theta, got, want)
		case got > want+1e-9:
			worse++
		}
	}
	return worse
}

// check compares expected loss and gradient with those of the labelings found.
func check(t *testing.T, way string, e *energy, g *gradient, loss sp.Loss) {
	t.Helper()
	mean := func(b skeleton.Box) float64 {
		d := must(skeleton.Explore(e.found, b.Whole(), 0))(t)
		return d.Mean(func(y []int32, _ []float64) float64 { return loss.Value(e.x, e.x.Gold, y) })
	}
	if d := math.Abs(g.risk - mean(g.box)); d > 5e-3 || way != gradientSlices && d > 1e-9 {
		t.Errorf("%s: expected loss %v, want %v", way, g.risk, mean(g.box))
	}
	const h = 1e-5
	for i, got := range g.grad {
		want := (mean(g.box.Moved(i, h)) - mean(g.box.Moved(i, -h))) / (2 * h)
		if math.Abs(got-want) > 2e-2 || way == gradientFaces && math.Abs(got-want) > 1e-3 {
			t.Errorf("%s: derivative %d is %v, by differences %v", way, i, got, want)
		}
	}
}

// TestApproximateFit: eight labels on wide graphs, with the usual warning. The fit lowers the
// expected loss and claims no objective. On new pictures it is better than its base.
func TestApproximateFit(t *testing.T) {
	in := input(scenes(1, 6, 60, 8, 1), nonNegative, "hamming")
	in.Schedule = sp.Schedule{First: 1, Factor: 1.0001}
	warned := ""
	in.Warn = func(w string) { warned += w }
	l := defaults()
	l.Base, l.Iterations, l.Calls = baseUnary, 10, 10
	points, _ := fit(t, l, in)
	if !strings.Contains(warned, "approximate oracle: MAP by alpha-expansion for 6 of 6") {
		t.Errorf("warnings: %s", warned)
	}
	first, last := math.NaN(), points[len(points)-1]
	for _, p := range points {
		v, has := p.Values["expected-loss"]
		if first != first && has {
			first = v
		}
		_, claimed := p.Values[sp.ValueObjective]
		if claimed || has && math.Abs(p.Values["unresolved"]-1) > 1e-12 {
			t.Errorf("values %v", p.Values)
		}
	}
	if !(last.Values["expected-loss"] < first) {
		t.Errorf("the expected loss goes from %v to %v", first, last.Values["expected-loss"])
	}
	tests, end := scenes(2, 10, 60, 8, 1), len(last.Weights)-1
	of := forecast(in)
	missed := func(w []float64) (sum float64) {
		for i := range tests {
			y := predict(t, of, w, hidden(&tests[i]), "map", "").Labels
			sum += in.Loss.Value(&tests[i], tests[i].Gold, y) / float64(len(tests))
		}
		return sum
	}
	alone := append(append([]float64(nil), last.Weights[:end-1]...), 0, 1)
	if with, without := missed(last.Weights), missed(alone); !(with < 0.95*without) {
		t.Errorf("%v of the labels are wrong, %v by the base", with, without)
	}
}

// TestPartlyApproximate: exact instances stay exact beside approximate ones, and they alone have a
// memory. The decoder "expected" of an approximate one has probabilities and claims no convergence.
func TestPartlyApproximate(t *testing.T) {
	xs := scenes(1, 2, 60, 8, 1)
	xs[1].Edges, xs[1].Edge = sp.ChainEdges(60), sp.Rows{N: 59, D: 1, Dense: xs[1].Edge.Dense[:59]}
	in := input(xs, nonNegative, "hamming")
	l := defaults()
	l.Base, l.Iterations = baseUnary, 1
	points, _ := fit(t, l, in)
	last := points[len(points)-1]
	if got := last.Values["unresolved"]; got != 0.5 {
		t.Errorf("unresolved %v of a wide graph and a chain", got)
	}
	of := task(in)
	of.Solver = func(x *sp.Instance) (sp.Solver, error) {
		if x == &of.Train[0] {
			return oracle.NewExpansion(), nil
		}
		return oracle.NewTree(), nil
	}
	f := must(newDescent(l, of, baseUnary))(t)
	f.learned = last.Weights[:in.Map.Dim()]
	f.begin()
	need(t, f.step())
	if f.energies[0].memory != nil || f.energies[1].memory == nil {
		t.Error("the wrong instance has a memory")
	}
	for i := range xs {
		p := predict(t, forecast(in), last.Weights, hidden(&xs[i]), decoderExpected, "")
		sum := 0.0
		for _, a := range p.Atoms {
			sum += a.Weight
		}
		if math.Abs(sum-1) > 1e-9 || len(p.Atoms) < 2 || p.NotConverged != (i == 0) {
			t.Errorf("picture %d: %d atoms weigh %v, not converged %v", i, len(p.Atoms), sum,
				p.NotConverged)
		}
	}
}
