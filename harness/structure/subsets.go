package structure

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/spbench/spbench/harness/sp"
)

// subsetLabels and subsetStates bound the sums over assignments: labels other than None, and sets
// of them times variables.
const (
	subsetLabels = 20
	subsetStates = 1 << 22
)

// A subsets sums over assignments, the permanent of a matrix, variable by variable: a state is the
// set of labels in use so far. Numbers are relative to the maximum: by its prices, no term is above
// 1 and the largest is 1.
type subsets struct {
	weight   []float64 // n×K: exp(−reduced cost)
	unused   []float64 // labels: exp(price), the factor of a label that nobody has
	bit      []int     // K: set of a label, empty for None
	forward  []float64 // (n+1)×sets
	backward []float64 // sets, of the next variable
	before   []float64 // sets
}

// subsetLabelsOf returns the number of labels in the sets. The error wraps errors.ErrUnsupported.
func subsetLabelsOf(s *sp.Structure, n, k int) (labels int, err error) {
	if labels = k; s.None >= 0 {
		labels--
	}
	if labels > subsetLabels || (n+1)<<labels > subsetStates {
		return 0, fmt.Errorf("structure: assignment: no sums of %d variables with %d labels, at most "+
			"%d labels, and %d sets of labels times variables: %w", n, labels, subsetLabels,
			subsetStates, errors.ErrUnsupported)
	}
	return labels, nil
}

// sums takes O(n·K·2^K).
func (a *Assignment) sums(node []float64, p *sp.Potentials) (float64, error) {
	n := p.N()
	labels, _ := subsetLabelsOf(p.Structure, n, p.K)
	kept := a.p
	a.p = nil
	a.y = sp.Grow(a.y, n)
	if err := a.solve(a.y, p); err != nil {
		return 0, err
	}
	top := p.Score(a.y)
	a.load(p)
	a.ahead(n, p.K, labels)
	sum := 0.0
	states := 1 << labels
	for set, v := range a.subsets.forward[n*states:][:states] {
		sum += v * a.rest(set, labels)
	}
	if node != nil {
		a.back(node, n, p.K, labels, sum)
	}
	if kept == p {
		a.p = p
	}
	return top + math.Log(sum), nil
}

func (a *Assignment) load(p *sp.Potentials) {
	s := &a.subsets
	s.weight, s.bit, s.unused = sp.Grow(s.weight, len(p.Node)), sp.Grow(s.bit, p.K), s.unused[:0]
	for i, v := range p.Node {
		s.weight[i] = math.Exp(v + a.row[i/p.K] + a.column[i%p.K])
	}
	for j := range s.bit {
		if s.bit[j] = 0; j != a.none {
			s.bit[j] = 1 << len(s.unused)
			s.unused = append(s.unused, math.Exp(a.column[j]))
		}
	}
}

// rest is the factor of the labels outside of a set.
func (a *Assignment) rest(set, labels int) float64 {
	factor := 1.0
	for left := ^set & (1<<labels - 1); left != 0; left &= left - 1 {
		factor *= a.subsets.unused[bits.TrailingZeros(uint(left))]
	}
	return factor
}

// ahead fills forward: row d sums over the labels of variables before d.
func (a *Assignment) ahead(n, k, labels int) {
	s, states := &a.subsets, 1<<labels
	s.forward = sp.Grow(s.forward, (n+1)*states)
	clear(s.forward)
	s.forward[0] = 1
	for d := range n {
		now, next := s.forward[d*states:][:states], s.forward[(d+1)*states:][:states]
		weights := s.weight[d*k:][:k]
		for set, v := range now {
			if v == 0 {
				continue
			}
			for j, w := range weights {
				if b := s.bit[j]; set&b == 0 {
					next[set|b] += v * w
				}
			}
		}
	}
}

// back fills node, n×K probabilities: products of forward, weight, and the sum over the labels of
// later variables.
func (a *Assignment) back(node []float64, n, k, labels int, sum float64) {
	s, states := &a.subsets, 1<<labels
	s.backward, s.before = sp.Grow(s.backward, states), sp.Grow(s.before, states)
	for set := range s.backward {
		s.backward[set] = a.rest(set, labels)
	}
	clear(node)
	for d := n - 1; d >= 0; d-- {
		now, weights, out := s.forward[d*states:][:states], s.weight[d*k:][:k], node[d*k:][:k]
		clear(s.before)
		for set, v := range now {
			if v == 0 {
				continue
			}
			total := 0.0
			for j, w := range weights {
				if b := s.bit[j]; set&b == 0 {
					term := w * s.backward[set|b]
					total += term
					out[j] += v * term / sum
				}
			}
			s.before[set] = total
		}
		s.backward, s.before = s.before, s.backward
	}
}
