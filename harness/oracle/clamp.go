package oracle

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// Clamped returns the maximal score among labelings that give variable d label
// k and fills y (nil: score only), under the potentials of the last MAP. The
// labeling and the bits of the score are those that MAP finds when every other
// label of d is forbidden; where the last MAP has label k at d they are its
// own. Messages go downwards as far as the queries since the MAP have needed
// them, O(nK²) in all; each query is O(nK) besides. A forbidden label is an
// error that wraps ErrForbidden.
func (f *forest) Clamped(y []int32, d int, k int32) (float64, error) {
	s := &f.max
	if s.p == nil {
		return 0, f.noMAP("Clamped")
	}
	if y == nil {
		s.scratch = sp.Grow(s.scratch, f.n)
		y = s.scratch
	}
	mustHold(y, f.n)
	if s.y[d] == k {
		copy(y, s.y)
		return s.score, nil
	}
	possible := !math.IsInf(s.up.cost[d*f.k+int(k)], 1)
	if possible && !f.redirect(y, int32(d), k) {
		possible = f.again(y, d, k)
	}
	if !possible {
		return 0, fmt.Errorf("oracle: %s: variable %d clamped to label %d: %w", f.name, d, k, ErrForbidden)
	}
	return s.p.Score(y), nil
}

// rounding returns a bound on how far two ways of summing the scores of one
// labeling can be apart: the number of operations times the unit roundoff
// times the sum of the largest magnitudes.
func (f *forest) rounding() float64 {
	p := f.max.p
	size := 0.0
	for d := range f.n {
		size += magnitude(p.Node[d*f.k:][:f.k])
	}
	switch {
	case len(p.Pair.Potts) > 0:
		for _, s := range p.Pair.Potts {
			size += math.Abs(s)
		}
	case len(p.Edges) > 0 && p.Shared():
		size += float64(len(p.Edges)) * magnitude(p.Pair.Table)
	case len(p.Pair.Table) > 0:
		for e := range p.Edges {
			size += magnitude(p.PairTable(e))
		}
	}
	return 16 * float64(f.n+len(p.Edges)) * 0x1p-52 * size
}

// magnitude returns the largest finite absolute value: of floats without their
// sign, the bits are in the same order as the values, and integers compare
// without a branch.
func magnitude(v []float64) float64 {
	const sign, infinity = 1 << 63, 0x7FF << 52
	m := uint64(0)
	for _, a := range v {
		if bits := math.Float64bits(a) &^ sign; bits < infinity {
			m = max(m, bits)
		}
	}
	return math.Float64frombits(m)
}

// redirect fills y with the best labeling that gives d label k: upwards from d
// by the totals, the rest by the messages of MAP. It reports false when two
// labels of an ancestor are as good but for rounding, so that MAP could choose
// otherwise.
func (f *forest) redirect(y []int32, d, k int32) bool {
	s := &f.max
	if at := f.linkOf[d]; at >= 0 {
		f.descend(int(at) + 1)
	}
	if s.margin < 0 {
		s.margin = f.rounding()
	}
	for i := range y {
		y[i] = sp.Unknown
	}
	y[d] = k
	for f.linkOf[d] >= 0 {
		l := &f.links[f.linkOf[d]]
		best, clear := f.outside(l, y[d])
		if !clear {
			return false
		}
		y[l.parent] = best
		d = l.parent
	}
	for i, l := range f.linkOf {
		if l < 0 && y[i] == sp.Unknown {
			y[i] = s.y[i]
		}
	}
	for i := len(f.links) - 1; i >= 0; i-- {
		l := &f.links[i]
		switch {
		case y[l.child] != sp.Unknown:
		case y[l.parent] == s.y[l.parent]:
			y[l.child] = s.y[l.child]
		default:
			y[l.child] = f.follow(l, y[l.parent], s.p, &s.up)
		}
	}
	return true
}

// outside returns the best label of the parent when l's child has label k, and
// whether it is the best by more than rounding.
func (f *forest) outside(l *link, k int32) (best int32, clear bool) {
	s, kk := &f.max, f.k
	f.without(s.rest, l)
	rest := s.rest
	table := s.p.PairTable(int(l.edge))
	switch {
	case table == nil:
		rest[k] -= strength(s.p, l.edge)
	case l.flip:
		for j := range rest {
			rest[j] -= table[j*kk+int(k)]
		}
	default:
		for j, v := range table[int(k)*kk:][:kk] {
			rest[j] -= v
		}
	}
	best, least := argmin(rest)
	rest[best] = math.Inf(1)
	_, next := argmin(rest)
	return best, next-least > s.margin
}

// again solves the restricted problem from scratch; false when it has no
// solution.
func (f *forest) again(y []int32, d int, k int32) bool {
	s := &f.max
	s.node = append(s.node[:0], s.p.Node...)
	for j := range int32(f.k) {
		if j != k {
			s.node[d*f.k+int(j)] = math.Inf(-1)
		}
	}
	f.ascend(&s.redo, s.p, s.node)
	return f.decode(y, s.p, &s.redo) == 0
}

func (f *forest) noMAP(query string) error {
	return fmt.Errorf("oracle: %s: %s needs a MAP that succeeded before it", f.name, query)
}

func mustHold(y []int32, n int) {
	if len(y) != n {
		panic(fmt.Sprintf("oracle: a labeling of %d entries for %d variables", len(y), n))
	}
}
