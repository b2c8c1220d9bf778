package skeleton

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// rich returns the masks with several noisy node features and the given number of non-negative edge
// features.
func rich(seed uint64, n, edges int) []sp.Instance {
	r := rand.New(rand.NewPCG(seed, 2))
	xs := masks(seed, n, 7, 7)
	for i := range xs {
		x := &xs[i]
		x.Node = sp.Rows{N: x.N(), D: 4}
		for _, k := range x.Gold {
			for range 3 {
				x.Node.Dense = append(x.Node.Dense, float32(float64(k)-0.5+r.NormFloat64()))
			}
			x.Node.Dense = append(x.Node.Dense, 1)
		}
		x.Edge = sp.Rows{N: len(x.Edges), D: edges}
		for range len(x.Edges) * edges {
			x.Edge.Dense = append(x.Edge.Dense, r.Float32())
		}
	}
	return xs
}

// The two stages: first visits without calls, then a factor and strengths >= 0, tied from the third
// on. On new images the result is better than the base alone.
func TestTwoStages(t *testing.T) {
	learnertest.SkipSlow(t)
	const potts = `{"pairs":"potts"}`
	for _, edges := range []int{1, 3, 5} {
		in := input(rich(7, 6, edges), potts, "hamming")
		in.Schedule = sp.Schedule{First: 1, Factor: 1.0001}
		l := defaults()
		l.Base, l.Iterations = baseUnary, 25
		points, done := fit(t, l, in)
		var before sp.Stamped // the last of the base
		for _, p := range points {
			if p.Counts.MAP == 0 {
				before = p
			}
		}
		if before.Counts.Visits < 12 || done.Counts.Visits != before.Counts.Visits+25*6 {
			t.Errorf("%d edge features: %d visits for the base, %d in all", edges,
				before.Counts.Visits, done.Counts.Visits)
		}
		end := points[len(points)-1].Weights
		strengths := end[8 : len(end)-1]
		if len(strengths) != edges || slices.Min(end[8:]) < 0 {
			t.Fatalf("%d edge features: weights %v", edges, end)
		}
		for _, v := range strengths[min(2, edges):] {
			if v != strengths[2] {
				t.Errorf("strengths %v are not tied from the third on", strengths)
			}
		}
		want := 0.0
		if edges > 3 {
			want = float64(edges - 2)
		}
		if got := points[len(points)-1].Values["tied"]; got != want {
			t.Errorf("%d edge features: %v strengths are said to be tied, want %v", edges, got,
				want)
		}
		test := rich(8, 20, edges)
		if with, without := wrong(t, l, in.Map, end, test),
			wrong(t, l, in.Map, alone(before.Weights), test); with >= 0.95*without {
			t.Errorf("%d edge features: %v of the pixels are wrong, %v without edges", edges, with,
				without)
		}
	}
}

// alone returns the weights of a base without strengths.
func alone(weights []float64) []float64 {
	w := slices.Clone(weights)
	for i := 8; i < len(w)-1; i++ {
		w[i] = 0
	}
	return w
}

// wrong returns the share of wrong pixels of the labelings at the centre of the box.
func wrong(t *testing.T, l *Skeleton, m sp.FeatureMap, weights []float64,
	xs []sp.Instance) float64 {
	t.Helper()
	of := task(input(xs, `{"pairs":"potts"}`, "hamming"))
	of.Map = m
	wrong, n := 0.0, 0.0
	for i := range xs {
		x := &xs[i]
		s, _ := of.Solver(x)
		var p sp.Potentials
		need(t, l.Potentials(of, &p, weights, x))
		y := make([]int32, x.N())
		must(s.MAP(y, &p))(t)
		wrong += of.Loss.Value(x, x.Gold, y)
		n++
	}
	return wrong / n
}

// Parameters survive the conversion to weights and back.
func TestWeights(t *testing.T) {
	in := input(rich(1, 1, 5), `{"pairs":"potts"}`, "hamming")
	base := make([]float64, in.Map.Dim())
	for i := range base {
		base[i] = float64(i + 1)
	}
	p := newParameters(in.Map, base)
	centre := []float64{0.5, 2, 3, 4}
	of, back, err := read(in.Map, p.weights(centre))
	if err != nil || !slices.Equal(back, centre) {
		t.Fatalf("centre %v, want %v: %v", back, centre, err)
	}
	for i := range of.directions {
		if !slices.Equal(of.directions[i], p.directions[i]) {
			t.Errorf("direction %d is %v, want %v", i, of.directions[i], p.directions[i])
		}
	}
	padded, same, err := read(in.Map, append(p.weights(centre), -1)) // of a fit that tried both
	if err != nil || padded.pieces || !slices.Equal(same, centre) {
		t.Errorf("with −1 at the end: centre %v, want %v: %v", same, centre, err)
	}
	if _, _, err := read(in.Map, base[1:]); err == nil {
		t.Error("weights of another map are read")
	}
	var scores, want sp.Potentials
	need(t, defaults().Potentials(task(in), &scores, p.weights(centre),
		&in.Train[0]))
	w := slices.Clone(base)
	for i := range 8 {
		w[i] *= 0.5
	}
	copy(w[8:], []float64{2, 3, 4, 4, 4})
	in.Map.Potentials(&want, w, &in.Train[0])
	for i := range want.Node {
		if math.Abs(scores.Node[i]-want.Node[i]) > 1e-12 {
			t.Fatalf("node score %d is %v, want %v", i, scores.Node[i], want.Node[i])
		}
	}
	if !slices.Equal(scores.Pair.Potts, want.Pair.Potts) {
		t.Errorf("strengths %v, want %v", scores.Pair.Potts[:3], want.Pair.Potts[:3])
	}
}

// TestBothBases: "auto" is the fit of the base with less expected loss on the training set. If
// strengths of the first box outweigh all nodes, "unary" never leaves constant labelings.
func TestBothBases(t *testing.T) {
	chosen := map[string]int{}
	for strong, lambda := range map[float32]float64{1: 0.001, 0.03: 1, 50: 0.001} {
		in := input(rich(7, 6, 1), `{"pairs":"potts"}`, "hamming")
		for i := range in.Train {
			for j := range in.Train[i].Edge.Dense {
				in.Train[i].Edge.Dense[j] *= strong
			}
		}
		ends, visits := map[string]sp.Stamped{}, map[string]int64{}
		for _, base := range []string{baseAuto, baseUnary, basePieces} {
			l := defaults()
			l.Base, l.Iterations, l.Lambda, l.Step = base, 9, lambda, 1
			points, done := fit(t, l, in)
			ends[base], visits[base] = points[len(points)-1], done.Counts.Visits
			if done.End != sp.EndedByLimit && done.End != sp.Converged {
				t.Errorf("%s: ended by %s", base, done.End)
			}
		}
		better, want := basePieces, ends[basePieces].Weights
		if ends[baseUnary].Values["expected-loss"] < ends[basePieces].Values["expected-loss"] {
			better, want = baseUnary, append(ends[baseUnary].Weights, -1)
		}
		if chosen[better]++; strong > 1 && better == baseUnary {
			t.Error("constant labelings are better")
		}
		if !slices.Equal(ends[baseAuto].Weights, want) {
			t.Errorf("strengths ×%v: weights %v, with base %s %v", strong, ends[baseAuto].Weights,
				better, want)
		}
		if n := visits[baseUnary] + visits[basePieces]; visits[baseAuto] != n {
			t.Errorf("%d visits, by both bases %d", visits[baseAuto], n)
		}
	}
	if len(chosen) < 2 {
		t.Errorf("always the same base: %v", chosen)
	}
}

// TestWidths: one number is a list of equal ones. Energies are linear in θ: a feature twice as
// large with half the width has the same labelings. The first step is in widths of the parameter.
func TestWidths(t *testing.T) {
	xs := masks(3, 2, 8, 8)
	first := func(width string) *descent {
		l := defaults()
		l.Width, l.Step = json.RawMessage(width), 0.5
		f := descending(t, l, xs)
		need(t, f.step())
		return f
	}
	want, list := first("1"), first("[1,1,1]")
	if !slices.Equal(want.grad, list.grad) || want.risk != list.risk {
		t.Errorf("gradient %v, by a list %v", want.grad, list.grad)
	}
	for i := range xs {
		for j := range xs[i].Node.Dense {
			xs[i].Node.Dense[j] *= 2
		}
	}
	scaled := first("[0.5,1,1]")
	if math.Abs(scaled.risk-want.risk) > 1e-9 || math.Abs(scaled.grad[0]-2*want.grad[0]) > 1e-9 {
		t.Errorf("expected loss %v with derivative %v, want %v, %v", scaled.risk, scaled.grad[0],
			want.risk, 2*want.grad[0])
	}
	need(t, scaled.step())
	most := 0.0
	for i, w := range scaled.width {
		most = max(most, math.Abs(scaled.theta[i])/w)
	}
	if math.Abs(most-0.5) > 1e-12 {
		t.Errorf("the first step goes to %v", scaled.theta)
	}
	for _, width := range []string{"[1,2]", "0", "[1,-1,1]", `"much"`, "null", "[]"} {
		l := defaults()
		l.Width = json.RawMessage(width)
		_, _, err := learnertest.Try(t, l, input(xs, three, "hamming"))
		if !errors.Is(err, sp.ErrParams) || !strings.Contains(err.Error(), "or a list of 3") {
			t.Errorf("width %s: %v", width, err)
		}
	}
}

// TestNoWeights: a map without weights is refused.
func TestNoWeights(t *testing.T) {
	x := sp.Instance{ID: "x", Weight: 1, K: 2, Node: sp.Rows{N: 2}, Gold: []int32{0, 1}}
	in := input([]sp.Instance{x}, `{"pairs":"none"}`, "hamming")
	_, _, err := learnertest.Try(t, newLearner(), in)
	if !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "no weights") {
		t.Error(err)
	}
}
