package locpmap

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestCentre: centre keeps the score of every labeling, and rows and columns of the tables then sum
// to 0. This holds for one table per edge and for a shared table.
func TestCentre(t *testing.T) {
	rng := pcg(1, 9)
	for _, k := range []int{1, 2, 3} {
		x := image(rng, 3, 4, k)
		for _, tables := range []int{1, len(x.Edges)} {
			p := new(sp.Potentials).Resize(&x, 0, tables*k*k)
			for _, scores := range [][]float64{p.Node, p.Pair.Table} {
				for i := range scores {
					scores[i] = rng.NormFloat64()
				}
			}
			labelings, before := make([][]int32, 20), make([]float64, 20)
			for i := range labelings {
				for range x.N() {
					labelings[i] = append(labelings[i], int32(rng.IntN(k)))
				}
				before[i] = p.Score(labelings[i])
			}
			centre(p)
			for i, y := range labelings {
				if got := p.Score(y); math.Abs(got-before[i]) > 1e-12 {
					t.Errorf("K=%d, %d tables: a score is %v, was %v", k, tables, got, before[i])
				}
			}
			for e := range x.Edges {
				table := p.PairTable(e)
				for i := range k {
					row, column := 0.0, 0.0
					for j := range k {
						row, column = row+table[i*k+j], column+table[j*k+i]
					}
					if math.Abs(row)+math.Abs(column) > 1e-12 {
						t.Fatalf("K=%d, %d tables: edge %d: row %d sums to %v, the column to %v", k,
							tables, e, i, row, column)
					}
				}
			}
		}
	}
}
