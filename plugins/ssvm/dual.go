package ssvm

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A dual is the distribution αᵢ over labelings of one instance, as atoms: distinct labelings with
// weights that sum to one. It starts at the gold labeling, with ψᵢ and loss 0. Atoms of weight 0
// cache earlier results of the oracle.
type dual struct {
	optim.Support
	n       int
	weights []float64
	losses  []float64 // L(yᵢ,y) of each atom
	flat    []int32   // n labels of each atom
	gap     float64   // block gap at the last oracle call, NaN before the first
}

func newDual(x *sp.Instance, s optim.Support) dual {
	return dual{
		Support: s, n: x.N(),
		weights: []float64{1}, losses: []float64{0}, flat: slices.Clone(x.Gold), gap: math.NaN(),
	}
}

// State implements learner.Resumable.
func (d *dual) State() []any { return []any{&d.weights, &d.losses, &d.flat, &d.gap} }

// labels returns the labeling of atom a. The caller must not change it.
func (d *dual) labels(a int) []int32 { return d.flat[a*d.n : (a+1)*d.n] }

// find returns the atom with labeling y, -1 if there is none. O(atoms·n).
func (d *dual) find(y []int32) int {
	for a := range d.weights {
		if slices.Equal(d.labels(a), y) {
			return a
		}
	}
	return -1
}

// add appends an atom of weight 0 and returns it.
func (d *dual) add(y []int32, loss float64) int {
	d.weights = append(d.weights, 0)
	d.losses = append(d.losses, loss)
	d.flat = append(d.flat, y...)
	return len(d.weights) - 1
}

// A ranking holds the scores of the atoms of an instance under some potentials.
type ranking struct {
	best, worst       int // atoms; worst is among those of positive weight
	high, mean, worse float64
}

// rank scores all atoms, the gold labeling and all others alike. O(atoms·n).
func (d *dual) rank(p *sp.Potentials) ranking {
	r := ranking{high: math.Inf(-1), worse: math.Inf(1)}
	for a, weight := range d.weights {
		score := p.Score(d.labels(a))
		r.mean += weight * score
		if score > r.high {
			r.best, r.high = a, score
		}
		if weight > 0 && score < r.worse {
			r.worst, r.worse = a, score
		}
	}
	return r
}

// toward moves a part γ of all weight to atom star.
func (d *dual) toward(star int, gamma float64) {
	for a := range d.weights {
		d.weights[a] *= 1 - gamma
	}
	d.weights[star] += gamma
}

// swap moves weight γ from atom away to atom star.
func (d *dual) swap(star, away int, gamma float64) {
	d.weights[star] += gamma
	d.weights[away] -= gamma
}

// trim drops the oldest atoms of weight 0 as long as there are more than room atoms in all.
func (d *dual) trim(room int) {
	excess, kept := len(d.weights)-room, 0
	for a, weight := range d.weights {
		if weight == 0 && excess > 0 {
			excess--
			continue
		}
		if a != kept {
			d.weights[kept], d.losses[kept] = weight, d.losses[a]
			copy(d.labels(kept), d.labels(a))
		}
		kept++
	}
	d.weights, d.losses, d.flat = d.weights[:kept], d.losses[:kept], d.flat[:kept*d.n]
}

// meanLoss returns Σ_y αᵢ(y)·L(yᵢ,y).
func (d *dual) meanLoss() float64 {
	s := 0.0
	for a, weight := range d.weights {
		s += weight * d.losses[a]
	}
	return s
}

// atoms returns a copy of the distribution.
func (d *dual) atoms() []sp.Atom {
	var atoms []sp.Atom
	for a, weight := range d.weights {
		if weight > 0 {
			atoms = append(atoms, sp.Atom{Weight: weight, Labels: slices.Clone(d.labels(a))})
		}
	}
	return atoms
}
