package feature_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// Under weight 2 scores are twice the features, and all sums of features are those of scores.
func TestTables(t *testing.T) {
	r := pcg(7, 7)
	for _, parts := range []int{1, feature.Parts} {
		x := &sp.Instance{ID: "x", Weight: 1, K: 2, Node: rows(r, 4, 2*parts, "dense"),
			Edges: sp.ChainEdges(4), Edge: rows(r, 3, 4*parts, "valued"), Gold: make([]int32, 4),
			Factors: &sp.Factors{Arity: 3, Variables: []int32{0, 1, 3, 1, 2, 3},
				Rows: rows(r, 2, 8*parts, "ones")}}
		m := feature.Tables{}
		p, y, z := new(sp.Potentials), []int32{0, 1, 1, 0}, []int32{1, 1, 0, 1}
		m.Potentials(p, []float64{2}, x)
		s, mu, got := feature.Scores(x), new(sp.Marginals), make([]float64, 3)
		if _, err := oracle.NewBrute().Marginals(mu, s); err != nil {
			t.Fatal(err)
		}
		want := []float64{s.Score(y), 3 * (s.Score(y) - s.Score(z)), 0}
		for i := range 16 {
			all := []int32{int32(i & 1), int32(i >> 1 & 1), int32(i >> 2 & 1), int32(i >> 3)}
			logZ, _ := oracle.NewBrute().Marginals(nil, s)
			want[2] += math.Exp(s.Score(all)-logZ) * s.Score(all)
		}
		m.Add(got[:1], 1, x, y)
		m.AddDifferences(got[1:], x, []float64{3}, y, z)
		m.AddMean(got[2:], 1, x, mu)
		for i, v := range append(got, p.Score(y)) {
			if w := append(want, 2*s.Score(y))[i]; math.Abs(v-w) > 1e-9 {
				t.Errorf("%d parts, sum %d: %v, want %v", parts, i, v, w)
			}
		}
		x.Node.D++
		if m.Fits(x) == nil || feature.Scores(x) != nil {
			t.Error("another width fits")
		}
	}
}
