package oracle

import (
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/sp"
)

// weave combines the values of the factors of b, a table of all or one of each, with its table t.
func (s *Elimination) weave(b *minfill.Bucket, t, values []float64, op func(dst, src []float64)) {
	k := s.plan.K
	for _, l := range b.Knots {
		from, row := s.plan.Factors.Table(values, l.Factor, k), s.factor[:k]
		var o minfill.Odometer
		for rest := t; len(rest) > 0; rest = rest[k:] {
			if l.Own == 1 {
				row = from[o.At:][:k]
			} else {
				for j := range row {
					row[j] = from[o.At+j*l.Own]
				}
			}
			op(rest[:k], row)
			o.Advance(l.Stride, k)
		}
	}
}

// untie adds the probabilities t of the table of b to those of its factors.
func (s *Elimination) untie(mu *sp.Marginals, b *minfill.Bucket, t []float64) {
	k := s.plan.K
	for _, l := range b.Knots {
		to := s.plan.Factors.Table(mu.Factor, l.Factor, k)
		var o minfill.Odometer
		for rest := t; len(rest) > 0; rest = rest[k:] {
			for j, v := range rest[:k] {
				to[o.At+j*l.Own] += v
			}
			o.Advance(l.Stride, k)
		}
	}
}

// exponents fills scores with the exponentials of the factor scores of p. It returns the sum of the
// scores factored out, and the largest difference of two scores of one table.
func (s *Elimination) exponents(p *sp.Potentials) (shift, span float64) {
	states := p.Factors.States(p.K)
	s.scores = sp.Grow(s.scores, len(p.Factor))
	for at := 0; at < len(p.Factor); at += states {
		row := p.Factor[at:][:states]
		top := expRow(s.scores[at:][:states], row)
		shift += top
		span = max(span, top-kernel.Min(row))
	}
	if len(p.Factor) == states {
		shift *= float64(p.Factors.N())
	}
	return shift, span
}
