package feature

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// Successive returns copies of sequences with factors: for order 2 over each three successive
// variables, for order 3 over each four. The error names an instance that is no sequence.
func (l *Linear) Successive(list []sp.Instance) ([]sp.Instance, error) {
	order := l.opt.Order
	if order < 2 {
		return list, nil
	}
	list = slices.Clone(list)
	for i := range list {
		x := &list[i]
		if !x.IsChain() {
			return nil, fmt.Errorf("feature: linear: order %d is for sequences, instance %q is none",
				order, x.ID)
		}
		var all []int32
		for d := range int32(x.N() - order) {
			for j := range int32(order + 1) {
				all = append(all, d+j)
			}
		}
		if all != nil {
			x.Factors = &sp.Factors{Arity: order + 1, Variables: all}
		}
	}
	return list, nil
}

// factorPotentials fills the tables of p, one for all factors if they have no features.
func (l *Linear) factorPotentials(p *sp.Potentials, w []float64, x *sp.Instance) {
	n, states := x.Factors.N(), l.factor.of(x).states
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
		l.factor.of(x).gather(p.Factor[i*states:][:states], values, &x.Factors.Rows, i)
	}
}

// addFactors adds a times the features of the factors. It skips those with the same labels in not,
// unless not is nil.
func (l *Linear) addFactors(dst []float64, a float64, x *sp.Instance, y, not []int32) {
	for i := range x.Factors.N() {
		state := x.Factors.State(i, y, x.K)
		if not == nil || state != x.Factors.State(i, not, x.K) {
			l.factor.of(x).point(dst[l.factor.off:], a, &x.Factors.Rows, i, state)
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
		l.factor.of(x).scatter(dst, a, &x.Factors.Rows, i, x.Factors.Table(mu.Factor, i, x.K))
	}
}
