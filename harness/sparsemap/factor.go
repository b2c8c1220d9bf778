package sparsemap

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// factor computes the rows of lower from one on. It returns the first row that depends on those
// before it, else the number of atoms.
func (a *ActiveSet) factor(from int) int {
	for i := from; i < len(a.Atoms); i++ {
		row := a.lower[i]
		for j := range i + 1 {
			v := a.gram[i][j]
			for k := range j {
				v -= row[k] * a.lower[j][k]
			}
			switch {
			case j < i:
				row[j] = v / a.lower[j][j]
			case v < 1e-9*a.gram[i][i]:
				return i
			default:
				row[i] = math.Sqrt(v)
			}
		}
	}
	return len(a.Atoms)
}

// solve replaces v by gram⁻¹v, for the first len(v) atoms. O(len²).
func (a *ActiveSet) solve(v []float64) {
	for i := range v {
		for j := range i {
			v[i] -= a.lower[i][j] * v[j]
		}
		v[i] /= a.lower[i][i]
	}
	for i := len(v) - 1; i >= 0; i-- {
		v[i] /= a.lower[i][i]
		for j := range i {
			v[j] -= a.lower[i][j] * v[i]
		}
	}
}

// remove takes atom i away.
func (a *ActiveSet) remove(i int) {
	a.drop(i)
	a.reduce(i)
}

// reduce computes lower from a row on. An atom may be an affine combination of those before it in
// the marginals: then it takes weight until one of them has none left and leaves.
func (a *ActiveSet) reduce(from int) {
	for n := a.factor(from); n < len(a.Atoms); n = a.factor(from) {
		a.z = append(a.z[:0], a.gram[n][:n]...)
		a.solve(a.z) // the combination
		step := math.Inf(1)
		for i, c := range a.z {
			if t := a.Atoms[i].Weight / c; c > 1e-12 && t < step {
				step, from = t, i
			}
		}
		for i, c := range a.z {
			a.Atoms[i].Weight -= step * c
		}
		a.Atoms[n].Weight += step
		a.drop(from)
	}
}

// drop takes atom i away, and leaves lower from row i on as it was.
func (a *ActiveSet) drop(i int) {
	a.spare = append(a.spare, a.Atoms[i])
	a.Atoms, a.score = slices.Delete(a.Atoms, i, i+1), slices.Delete(a.score, i, i+1)
	row, last := a.gram[i], len(a.Atoms)
	copy(a.gram[i:], a.gram[i+1:])
	a.gram[last] = row
	for j := range last {
		a.gram[j] = slices.Delete(a.gram[j], i, i+1)
	}
	a.gram, a.lower = a.gram[:last], a.lower[:last]
}

// more returns rows with one row more, of n entries.
func more(rows [][]float64, n int) [][]float64 {
	rows = slices.Grow(rows, 1)[:len(rows)+1]
	last := &rows[len(rows)-1]
	*last = sp.Grow(*last, n)
	return rows
}

func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}
