package skeleton

import (
	"math"
	"math/rand/v2"
	"slices"
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
		l.Iterations = 25
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
