package feature_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/sp"
)

// TestLawForDenseRowsOfEveryWidth: the score equals ⟨w, φ⟩ for rows of every width, because
// features are taken four at a time, and for the numbers of states with loops of their own.
func TestLawForDenseRowsOfEveryWidth(t *testing.T) {
	r := pcg(6, 6)
	dense := func(n, d int) sp.Rows {
		rows := sp.Rows{N: n, D: d}
		for range n * d {
			rows.Dense = append(rows.Dense, float32(r.NormFloat64()))
		}
		return rows
	}
	for width := 1; width <= 10; width++ {
		for _, k := range []int{2, 3} {
			for _, args := range []string{`{"pairs":"potts"}`, `{"pairs":"potts","reference":true}`, `{}`} {
				x := &sp.Instance{ID: fmt.Sprint(width), Weight: 1, K: k, Node: dense(4, width),
					Edges: sp.ChainEdges(4), Edge: dense(3, width)}
				m, err := feature.New("linear", []byte(args), feature.DimsOf(x))
				if err != nil {
					t.Fatal(err)
				}
				w, phi := normal(r, m.Dim()), make([]float64, m.Dim())
				y := []int32{r.Int32N(int32(k)), r.Int32N(int32(k)), r.Int32N(int32(k)), r.Int32N(int32(k))}
				var p sp.Potentials
				m.Potentials(&p, w, x)
				m.Add(phi, 1, x, y)
				if got, want := p.Score(y), dot(w, phi); math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
					t.Errorf("width %d, %d labels, %s: score %v, ⟨w, φ⟩ = %v", width, k, args, got, want)
				}
			}
		}
	}
}
