package oracle

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// Clamped returns the largest score of a labeling with label k at variable d under the potentials
// of the last MAP. It fills y with the labeling; if y is nil, it returns only the score. A
// forbidden label is an error that wraps ErrForbidden.
//
// Up to rounding, the labeling is the MAP with all other labels of d forbidden, and the score is
// Score of it. If y is nil and fewer than one in 256 variables change, it is the MAP score plus
// the gains of the changed variables, in ascending order.
//
// Messages are sent downwards only as far as needed by the queries since the MAP, O(nK²) in all.
// Each query costs O(K) for each changed variable and its neighbours, and O(n) to fill y. If two
// labels are equal up to rounding, it solves the restricted problem from scratch, O(nK²).
func (f *forest) Clamped(y []int32, d int, k int32) (float64, error) {
	s := &f.max
	f.moves = f.moves[:0]
	if s.p == nil {
		return 0, fmt.Errorf("oracle: %s: Clamped needs a successful MAP first", f.name)
	}
	if y != nil {
		mustHold(y, f.n)
		copy(y, s.y)
	}
	if s.y[d] == k {
		return s.score, nil
	}
	possible := !math.IsInf(s.up.cost[d*f.k+int(k)], 1)
	if possible && !f.redirect(int32(d), k) {
		possible = f.again(d, k)
	}
	if !possible {
		return 0, fmt.Errorf("oracle: %s: variable %d clamped to label %d: %w", f.name, d, k,
			ErrForbidden)
	}
	slices.SortFunc(f.moves, func(a, b sp.Move) int { return int(a.Variable - b.Variable) })
	score := f.clampedScore(y == nil)
	for _, m := range f.moves {
		s.to[m.Variable] = s.y[m.Variable]
		if y != nil {
			y[m.Variable] = m.Label
		}
	}
	return score, nil
}

// clampedScore returns the score after the moves. If short is true and few variables change, it
// sums only over the changes, else over all variables.
func (f *forest) clampedScore(short bool) float64 {
	const less = 256
	s := &f.max
	if !short || f.n <= less*len(f.moves) {
		return s.p.Score(s.to)
	}
	score := s.score
	for _, m := range f.moves {
		score += f.gain(m.Variable)
	}
	return score
}

// gain returns the score gained by the move of v and by its edges to children that do not move.
// Moving children count their own edges.
func (f *forest) gain(v int32) float64 {
	s := &f.max
	node := s.p.Node[int(v)*f.k:][:f.k]
	gain := node[s.to[v]] - node[s.y[v]]
	if at := f.linkOf[v]; at >= 0 {
		gain += f.edgeGain(&f.links[at])
	}
	for c := f.childOf[v]; c >= 0; c = f.sibling[c] {
		if s.to[c] == s.y[c] {
			gain += f.edgeGain(&f.links[f.linkOf[c]])
		}
	}
	return gain
}

func (f *forest) edgeGain(l *link) float64 {
	s, u, v := &f.max, l.child, l.parent
	if l.flip {
		u, v = v, u
	}
	return s.p.PairScore(int(l.edge), s.to[u], s.to[v]) - s.p.PairScore(int(l.edge), s.y[u], s.y[v])
}

// rounding bounds the difference of two ways to sum the scores of one labeling. It is the unit
// roundoff, times the sum of the largest magnitudes, times the square root of the number of
// operations, since errors of either sign cancel (Higham and Mary, A new approach to probabilistic
// rounding error analysis, 2019).
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
	return 16 * math.Sqrt(float64(f.n+len(p.Edges))) * 0x1p-52 * size
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

// redirect moves to the best labeling with label k at d. Upwards from d it follows the totals as
// long as labels change; below, it follows the messages of MAP. It returns false and moves nothing
// if two labels of an ancestor are equal up to rounding, since MAP could then choose differently.
func (f *forest) redirect(d, k int32) bool {
	s := &f.max
	if at := f.linkOf[d]; at >= 0 {
		f.descend(int(at) + 1)
	}
	if s.margin < 0 {
		s.margin = f.rounding()
	}
	f.move(d, k)
	for at := f.linkOf[d]; at >= 0; {
		l := &f.links[at]
		best, clear := f.outside(l, s.to[l.child])
		if !clear {
			f.restore()
			return false
		}
		if best == s.y[l.parent] {
			break
		}
		f.move(l.parent, best)
		at = f.linkOf[l.parent]
	}
	path := len(f.moves)
	for i := 0; i < len(f.moves); i++ {
		v := f.moves[i]
		for c := f.childOf[v.Variable]; c >= 0; c = f.sibling[c] {
			if 0 < i && i < path && c == f.moves[i-1].Variable {
				continue
			}
			if best := f.follow(&f.links[f.linkOf[c]], v.Label, s.p, &s.up); best != s.y[c] {
				f.move(c, best)
			}
		}
	}
	return true
}

func (f *forest) move(d, k int32) {
	f.max.to[d] = k
	f.moves = append(f.moves, sp.Move{Variable: d, Label: k})
}

// restore takes all moves back.
func (f *forest) restore() {
	for _, m := range f.moves {
		f.max.to[m.Variable] = f.max.y[m.Variable]
	}
	f.moves = f.moves[:0]
}

// outside returns the best label of the parent if l's child has label k. clear reports whether it
// is best by more than rounding.
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

// again solves the restricted problem from scratch and moves to its solution. If there is none, it
// returns false and moves nothing.
func (f *forest) again(d int, k int32) bool {
	s := &f.max
	s.node = append(s.node[:0], s.p.Node...)
	for j := range int32(f.k) {
		if j != k {
			s.node[d*f.k+int(j)] = math.Inf(-1)
		}
	}
	f.ascend(&s.redo, s.p, s.node)
	if f.decode(s.to, s.p, &s.redo) != 0 {
		copy(s.to, s.y)
		return false
	}
	f.compare(s.y, s.to)
	return true
}

func mustHold(y []int32, n int) {
	if len(y) != n {
		panic(fmt.Sprintf("oracle: a labeling of %d entries for %d variables", len(y), n))
	}
}
