package likelihood

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/sp"
)

// A blockSum sums over the labelings of one block.
type blockSum struct {
	prob   []float64 // of each labeling: the first variable's label changes fastest
	labels []int32   // of the block's variables
	place  []int32   // n: index of a variable within the block
	agree  []float64 // K for each edge inside: the derivatives where both ends have a label
}

// enumerate replaces the scores of the members in g.Node by the derivatives of −log p(gold of
// the members | the rest). These scores must contain all contributions except those of the
// edges inside. It adds the derivatives by the pair scores of the edges inside to g, and returns
// the value. The error wraps errors.ErrUnsupported.
func (s *blockSum) enumerate(g *sp.Marginals, p *sp.Potentials, gold, members,
	inside []int32) (float64, error) {
	k, n := p.K, 1
	for range members {
		if n *= k; n > MostConfigurations {
			return 0, fmt.Errorf("%d variables of %d labels have more than %d labelings, "+
				"smaller blocks are needed: %w",
				len(members), k, MostConfigurations, errors.ErrUnsupported)
		}
	}
	s.prob, s.labels, s.place = sp.Grow(s.prob, n), sp.Grow(s.labels, len(members)),
		sp.Grow(s.place, p.N())
	at := 0 // index of the gold labeling
	for i := len(members) - 1; i >= 0; i-- {
		s.place[members[i]] = int32(i)
		at = at*k + int(gold[members[i]])
	}
	s.scores(g, p, members, inside)
	value := -s.prob[at]
	value += elementary.Softmax(s.prob)
	s.prob[at]--
	s.derivatives(g, p, members, inside)
	return value, nil
}

// scores sets prob to the score of each labeling.
func (s *blockSum) scores(g *sp.Marginals, p *sp.Potentials, members, inside []int32) {
	clear(s.labels)
	for c := range s.prob {
		score := 0.0
		for i, d := range members {
			score += g.Node[int(d)*p.K+int(s.labels[i])]
		}
		for _, e := range inside {
			uv := p.Edges[e]
			score += p.PairScore(int(e), s.labels[s.place[uv.U]], s.labels[s.place[uv.V]])
		}
		s.prob[c] = score
		s.next(p.K)
	}
}

// derivatives adds prob to the derivatives by the scores of each labeling.
func (s *blockSum) derivatives(g *sp.Marginals, p *sp.Potentials, members, inside []int32) {
	k := p.K
	for _, d := range members {
		clear(g.Node[int(d)*k:][:k])
	}
	clear(s.labels)
	s.agree = sp.Grow(s.agree, k*len(inside))
	clear(s.agree)
	for _, q := range s.prob {
		for i, d := range members {
			g.Node[int(d)*k+int(s.labels[i])] += q
		}
		for i, e := range inside {
			uv := p.Edges[e]
			a, b := int(s.labels[s.place[uv.U]]), int(s.labels[s.place[uv.V]])
			switch {
			case len(g.Agree) == 0:
				g.PairOf(int(e), k)[a*k+b] += q
			case a == b:
				s.agree[i*k+a] += q
			}
		}
		s.next(k)
	}
	if len(g.Agree) > 0 {
		for i, e := range inside {
			for _, q := range s.agree[i*k:][:k] {
				g.Agree[e] += q
			}
		}
	}
}

// next sets labels to the next labeling.
func (s *blockSum) next(k int) {
	for i := range s.labels {
		if s.labels[i]++; int(s.labels[i]) < k {
			return
		}
		s.labels[i] = 0
	}
}
