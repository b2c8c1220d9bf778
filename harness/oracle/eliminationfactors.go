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

// exponents makes joint hold the exponentials of the factor scores of p, and returns the sum of the
// scores factored out.
func (s *Elimination) exponents(p *sp.Potentials) (shift float64) {
	if p.Factors.N() == 0 {
		s.joint.size, s.joint.span = 0, 0
		return 0
	}
	s.joint.fitTables(p.K, p.Factor, p.Factors.States(p.K))
	for i := range p.Factors.N() {
		shift += s.joint.shift[min(i, len(s.joint.shift)-1)]
	}
	return shift
}

// negated fills scores with the factor scores of p, as costs.
func (s *Elimination) negated(p *sp.Potentials) {
	s.scores = append(s.scores[:0], p.Factor...)
	kernel.Scale(s.scores, -1)
}
