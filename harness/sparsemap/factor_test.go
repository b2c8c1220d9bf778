package sparsemap

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestRemoveKeepsAnIndependentSet: where rounding has let a dependent atom in, the next removal
// merges it. Weights and marginals stay.
func TestRemoveKeepsAnIndependentSet(t *testing.T) {
	labels := [][]int32{{0, 0, 1}, {1, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 1}, {1, 1, 1}}
	weights := []float64{0.1, 0, 0, 0.2, 0.15, 0.25}
	a := ActiveSet{Node: make([]float64, 6)}
	for i, y := range labels {
		a.Atoms = append(a.Atoms, sp.Atom{Labels: y, Weight: weights[i]})
		a.score = append(a.score, 0)
		a.lower = append(a.lower, make([]float64, len(labels)))
		row := make([]float64, len(labels))
		for j, other := range labels {
			for d := range y {
				if row[j]++; y[d] != other[d] {
					row[j]--
				}
			}
			row[j]++
		}
		a.gram = append(a.gram, row)
	}
	want := []float64{0.25, 0.45, 0.3, 0.4, 0.2, 0.5}
	a.factor(0)
	a.remove(1)
	if n := a.factor(0); n != len(a.Atoms) || n > 4 {
		t.Errorf("row %d of %d depends on others", n, len(a.Atoms))
	}
	a.marginals(2)
	for i, m := range a.Node {
		if math.Abs(m-want[i]) > 1e-12 {
			t.Fatalf("marginals %v, want %v", a.Node, want)
		}
	}
}
