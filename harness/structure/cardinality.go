package structure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// countStates bounds the sums: two tables of 128 MB.
const countStates = 1 << 24

// A Cardinality selects variables for label 1, at least Least and at most Most: those with the
// largest gains, the score of label 1 less that of label 0, as long as they are positive or needed.
// The first variable comes first among equal gains.
//
// MAP: O(n log n). Clamped: O(n). Marginals: O(n·Most), to countStates, by the convolution of the
// numbers of ones among the first variables with those among the rest.
type Cardinality struct {
	last
	gain  []float64 // n; +Inf: label 0 is forbidden; −Inf: label 1 is
	order []int32   // variables by falling gain
	ones  []float64 // Most+1: log Σ over the labels of the first variables with c ones
	rest  []float64 // (n+1)×(Most+1): log Σ over the labels from d on, after c ones
}

// Clamped implements [sp.Clamper].
func (s *Cardinality) Clamped(y []int32, d int, k int32) (float64, error) {
	if done, score, err := s.clamp(y, d, k); done {
		return score, err
	}
	if err := s.choose(s.z, s.p.Structure, d, k); err != nil {
		return 0, err
	}
	return s.compare(y), nil
}

func (s *Cardinality) solve(z []int32, p *sp.Potentials) error {
	s.gain, s.order = sp.Grow(s.gain, p.N()), sp.Grow(s.order, p.N())
	for d := range s.gain {
		s.gain[d], s.order[d] = p.Node[2*d+1]-p.Node[2*d], int32(d)
	}
	slices.SortStableFunc(s.order, func(a, b int32) int { return cmp.Compare(s.gain[b], s.gain[a]) })
	return s.choose(z, p.Structure, -1, 0)
}

// choose sets the best labeling z; variable d, if not -1, has label k.
func (s *Cardinality) choose(z []int32, t *sp.Structure, d int, k int32) error {
	ones := int32(0)
	if d >= 0 {
		ones, z[d] = k, k
	}
	for _, i := range s.order {
		if int(i) == d {
			continue
		}
		gain := s.gain[i]
		switch {
		case ones < t.Most && gain > 0, ones < t.Least && !math.IsInf(gain, -1):
			z[i] = 1
			ones++
		case math.IsInf(gain, 1):
			return fmt.Errorf("structure: cardinality: %w: more than %d variables must have label 1",
				sp.ErrForbidden, t.Most)
		default:
			z[i] = 0
		}
	}
	if ones < t.Least || ones > t.Most {
		return fmt.Errorf("structure: cardinality: %w: %d variables can have label 1, must be %d to %d",
			sp.ErrForbidden, ones, t.Least, t.Most)
	}
	return nil
}

func (s *Cardinality) sums(node []float64, p *sp.Potentials) (float64, error) {
	n, width := p.N(), min(int(p.Structure.Most), p.N())+1
	s.rest = sp.Grow(s.rest, (n+1)*width)
	end := s.rest[n*width:]
	for c := range end {
		end[c] = math.Inf(-1)
		if c >= int(p.Structure.Least) {
			end[c] = 0
		}
	}
	for d := n - 1; d >= 0; d-- {
		row, next := s.rest[d*width:][:width], s.rest[(d+1)*width:][:width]
		for c := range row {
			row[c] = p.Node[2*d] + next[c]
			if c+1 < width {
				row[c] = logAdd(row[c], p.Node[2*d+1]+next[c+1])
			}
		}
	}
	logZ := s.rest[0]
	if math.IsInf(logZ, -1) {
		return 0, fmt.Errorf("structure: cardinality: %w: no labeling has %d to %d ones",
			sp.ErrForbidden, p.Structure.Least, p.Structure.Most)
	}
	if node != nil {
		s.probabilities(node, p, width, logZ)
	}
	return logZ, nil
}

func (s *Cardinality) probabilities(node []float64, p *sp.Potentials, width int, logZ float64) {
	s.ones = sp.Grow(s.ones, width)
	for c := range s.ones {
		s.ones[c] = math.Inf(-1)
	}
	s.ones[0] = 0
	clear(node)
	for d := range p.N() {
		after, q := s.rest[(d+1)*width:][:width], node[2*d:][:2]
		for c := width - 1; c >= 0; c-- {
			zero, one := s.ones[c]+p.Node[2*d], math.Inf(-1)
			if c > 0 {
				one = s.ones[c-1] + p.Node[2*d+1]
			}
			q[0] += math.Exp(zero + after[c] - logZ)
			q[1] += math.Exp(one + after[c] - logZ)
			s.ones[c] = logAdd(zero, one)
		}
	}
}

// logAdd returns log(exp(a) + exp(b)).
func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
