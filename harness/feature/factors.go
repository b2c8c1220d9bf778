package feature

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// Order returns the number of variables before one that its label depends on.
func (l *Linear) Order() int { return max(l.opt.Order, 1) }

// Successive returns copies of sequences with factors. There is one over each Order+1 successive
// variables. The error names an instance that is no sequence.
func (l *Linear) Successive(list []sp.Instance) ([]sp.Instance, error) {
	out := append([]sp.Instance(nil), list...)
	for i := range out {
		x := &out[i]
		if !x.IsChain() {
			return nil, fmt.Errorf("feature: linear: order %d is for sequences, instance %q is none",
				l.Order(), x.ID)
		}
		var all []int32
		for d := range x.N() - l.Order() {
			for j := range l.Order() + 1 {
				all = append(all, int32(d+j))
			}
		}
		if all != nil {
			x.Factors = &sp.Factors{Arity: l.Order() + 1, Variables: all}
		}
	}
	return out, nil
}

// factorPotentials fills the tables of p, one for all factors if they have no features.
func (l *Linear) factorPotentials(p *sp.Potentials, w []float64, x *sp.Instance) {
	n, states := x.Factors.N(), l.factor.states
	if n == 0 {
		return
	}
	values := w[l.factor.off:]
	if l.dims.Factor == 0 {
		p.Factor = append(p.Factor, values...)
		return
	}
	p.Factor = sp.Grow(p.Factor, n*states)
	for i := range n {
		l.factor.gather(p.Factor[i*states:][:states], values, &x.Factors.Rows, i)
	}
}

// addFactors adds a times the features of the factors. It skips those with the same labels in not,
// unless not is nil.
func (l *Linear) addFactors(dst []float64, a float64, x *sp.Instance, y, not []int32) {
	for i := range x.Factors.N() {
		state := x.Factors.State(i, y, x.K)
		switch {
		case not != nil && state == x.Factors.State(i, not, x.K):
		case l.dims.Factor == 0:
			dst[l.factor.off+state] += a
		default:
			l.factor.point(dst[l.factor.off:], a, &x.Factors.Rows, i, state)
		}
	}
}

// addMeanFactors adds a times the features of the factors under mu.
func (l *Linear) addMeanFactors(dst []float64, a float64, x *sp.Instance, mu *sp.Marginals) {
	if x.Factors.N() == 0 {
		return
	}
	dst = dst[l.factor.off:]
	if l.dims.Factor == 0 {
		addSum(dst, a, mu.Factor)
		return
	}
	for i := range x.Factors.N() {
		l.factor.scatter(dst, a, &x.Factors.Rows, i, x.Factors.Table(mu.Factor, i, x.K))
	}
}
