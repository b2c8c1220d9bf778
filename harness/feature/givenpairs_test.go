package feature_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// All sums of features are those of scores: of variables, edges and factors, with a weight each.
func TestGivenPairs(t *testing.T) {
	r := pcg(7, 7)
	for _, parts := range []int{1, feature.Parts} {
		x := &sp.Instance{ID: "x", Weight: 1, K: 2, Node: rows(r, 4, 2*parts, "dense"),
			Edges: sp.ChainEdges(4), Edge: rows(r, 3, 4*parts, "valued"), Gold: make([]int32, 4),
			Factors: &sp.Factors{Arity: 3, Variables: []int32{0, 1, 3, 1, 2, 3},
				Rows: rows(r, 2, 8*parts, "ones")}}
		m := mapOf(t, "scores", []byte(`{"pairs":"given"}`), feature.Dims{K: 2,
			Node: 2 * parts, Edge: 4 * parts})
		p, y, z := new(sp.Potentials), []int32{0, 1, 1, 0}, []int32{1, 1, 0, 1}
		w := []float64{2, -3, 0.5}
		m.Potentials(p, w, x)
		s, mu, got := feature.Scores(x), new(sp.Marginals), make([]float64, 9)
		if _, err := oracle.NewBrute().Marginals(mu, s); err != nil {
			t.Fatal(err)
		}
		total, state := x.Node.DenseRow(2)[parts], 0.0
		for _, v := range x.Node.DenseRow(2)[parts+1:] {
			total += v
		}
		if math.Abs(s.Node[5]-float64(total)) > 1e-6 {
			t.Errorf("score %v, want %v", s.Node[5], total)
		}
		index, _ := x.Factors.Rows.Row(1) // of ones
		for _, j := range index {
			if int(j)/parts == 0b110 { // its labels under y
				state += 1
			}
		}
		if got := x.Factors.Table(s.Factor, 1, 2)[x.Factors.State(1, y, 2)]; got != state {
			t.Errorf("score %v of a factor, want %v", got, state)
		}
		mean := 0.0
		for i := range 16 {
			all := []int32{int32(i & 1), int32(i >> 1 & 1), int32(i >> 2 & 1), int32(i >> 3)}
			logZ, _ := oracle.NewBrute().Marginals(nil, s)
			mean += math.Exp(s.Score(all)-logZ) * p.Score(all)
		}
		m.Add(got[:3], 1, x, y)
		m.AddDifferences(got[3:6], x, []float64{3}, y, z)
		m.AddMean(got[6:], 1, x, mu)
		for i, want := range []float64{p.Score(y), 3 * (p.Score(y) - p.Score(z)), mean} {
			v := 0.0
			for j, a := range w {
				v += a * got[3*i+j]
			}
			if math.Abs(v-want) > 1e-9 {
				t.Errorf("%d parts, sum %d: %v, want %v", parts, i, v, want)
			}
		}
		fits := m.(feature.Given)
		if err := fits.Fits(x); err != nil {
			t.Error(err)
		}
		for _, d := range []*int{&x.Node.D, &x.Edge.D, &x.Factors.Rows.D} {
			if *d += 2; fits.Fits(x) == nil || feature.Scores(x) != nil {
				t.Error("another width fits")
			}
			*d -= 2
		}
	}
}
