// Package sparsemap computes SparseMAP (Niculae, Martins, Blondel & Cardie 2018): the sparse
// distribution over labelings that solves
//
//	max_q E_q score(y) − ½·‖μ‖²,  μ (n×K) the marginals of the variables under q.
//
// It needs maxima only. With the entropy of q in place of the square the answer would be the model's
// own distribution. The square makes most probabilities zero.
package sparsemap

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// tolerance is the largest gap of a solution, relative to 1 plus the largest score.
const tolerance = 1e-11

// An ActiveSet is the active-set method (Nocedal & Wright 2006, algorithm 16.3; without scores it
// is the min-norm point of Wolfe 1976). It keeps a few labelings, optimises their weights exactly,
// and asks a solver for the next labeling. It keeps buffers; its results are valid until the next
// Solve. The zero value is ready to use.
type ActiveSet struct {
	Atoms []sp.Atom // the distribution q
	Node  []float64 // n×K: μ
	// Gap bounds the distance of the value of q from the maximum (Frank–Wolfe), after two calls or
	// more. It is the largest derivative of the value towards a labeling, as of the last call: the
	// value may have grown since.
	Gap float64

	score []float64   // of each atom
	gram  [][]float64 // number of variables on which two atoms agree, plus 1
	lower [][]float64 // Cholesky factor of gram
	spare []sp.Atom
	y     []int32
	p     sp.Potentials
	z, u  []float64
}

// Solve computes q for the scores p in at most so many MAP calls, and reports whether it converged.
// The error is of s, or of an inexact solver. Cost: the calls, and O(a²+an) for each with a atoms;
// a·O(a²) if an atom leaves.
func (a *ActiveSet) Solve(s sp.Solver, p *sp.Potentials, calls int) (converged bool, err error) {
	if o, ok := s.(sp.Approximator); ok {
		return false, fmt.Errorf("sparsemap: %s may miss the maximum: %w", o.Approximate(),
			errors.ErrUnsupported)
	}
	a.spare = append(a.spare, a.Atoms...)
	a.Atoms, a.score, a.gram, a.lower = a.Atoms[:0], a.score[:0], a.gram[:0], a.lower[:0]
	a.Node, a.y = sp.Grow(a.Node, len(p.Node)), sp.Grow(a.y, p.N())
	clear(a.Node)
	largest := 0.0
	for range calls {
		best, err := a.next(s, p)
		if err != nil {
			return false, err
		}
		mean := 0.0 // derivative of the value towards each atom, and so their mean
		for i, t := range a.Atoms {
			mean += t.Weight * a.slope(i)
		}
		a.Gap = best - mean
		score := p.Score(a.y)
		largest = max(largest, math.Abs(score))
		if len(a.Atoms) > 0 && a.Gap <= tolerance*(1+largest) {
			return true, nil
		}
		if slices.ContainsFunc(a.Atoms, func(t sp.Atom) bool { return slices.Equal(t.Labels, a.y) }) {
			return false, nil // rounding
		}
		a.add(score)
		a.optimise()
		a.marginals(p.K)
	}
	return false, nil
}

// next sets y to the labeling of steepest ascent, and returns its derivative.
func (a *ActiveSet) next(s sp.Solver, p *sp.Potentials) (float64, error) {
	node := sp.Grow(a.p.Node, len(p.Node))
	a.p = *p
	a.p.Node = node
	for i, v := range p.Node {
		node[i] = v - a.Node[i]
	}
	return s.MAP(a.y, &a.p)
}

// slope returns the derivative of the value towards atom i.
func (a *ActiveSet) slope(i int) float64 {
	v := a.score[i] + 1 // gram has 1 more
	for j, t := range a.Atoms {
		v -= t.Weight * a.gram[i][j]
	}
	return v
}

// add makes y an atom, of weight 0 unless another leaves.
func (a *ActiveSet) add(score float64) {
	n := len(a.Atoms)
	atom := sp.Atom{}
	if k := len(a.spare); k > 0 {
		atom, a.spare = a.spare[k-1], a.spare[:k-1]
	}
	atom.Weight, atom.Labels = 0, append(atom.Labels[:0], a.y...)
	a.Atoms, a.score = append(a.Atoms, atom), append(a.score, score)
	a.gram, a.lower = more(a.gram, n+1), more(a.lower, n+1)
	for i, t := range a.Atoms {
		agree := 1.0
		for d, k := range t.Labels {
			if k == a.y[d] {
				agree++
			}
		}
		a.gram[n][i] = agree
		if i < n {
			a.gram[i] = append(a.gram[i][:n], agree)
		}
	}
	if n == 0 {
		a.Atoms[0].Weight = 1
	}
	a.reduce(n)
}

// optimise gives the atoms their best weights. Atoms leave if these would be negative.
func (a *ActiveSet) optimise() {
	for {
		n := len(a.Atoms)
		a.z, a.u = append(a.z[:0], a.score...), sp.Grow(a.u, n)
		for i := range a.u {
			a.u[i] = 1
			a.z[i] -= a.score[0] // all scores may grow by the same: the digits matter
		}
		a.solve(a.z)
		a.solve(a.u)
		c := 1 - sum(a.z)
		c /= sum(a.u)
		step, leaves := 1.0, -1
		for i := range a.z {
			a.z[i] += c * a.u[i]
			if w := a.Atoms[i].Weight; a.z[i] <= 0 && w <= step*(w-a.z[i]) {
				step, leaves = w/max(w-a.z[i], math.SmallestNonzeroFloat64), i
			}
		}
		if leaves < 0 { // all of z is positive, and a small z would be lost in a sum
			for i, z := range a.z {
				a.Atoms[i].Weight = z
			}
			return
		}
		for i, z := range a.z {
			a.Atoms[i].Weight += step * (z - a.Atoms[i].Weight)
		}
		a.remove(leaves)
	}
}

// marginals computes μ.
func (a *ActiveSet) marginals(k int) {
	clear(a.Node)
	for _, t := range a.Atoms {
		for d, l := range t.Labels {
			a.Node[d*k+int(l)] += t.Weight
		}
	}
}

// Value returns E score(y) − ½·‖μ‖² under q.
func (a *ActiveSet) Value() float64 {
	v := 0.0
	for i, t := range a.Atoms {
		v += t.Weight * (a.score[i] + a.slope(i)) / 2
	}
	return v
}
