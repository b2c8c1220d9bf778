package oracle

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// descend sends the messages downwards over the links from the last to number to, unless done since
// the MAP. A parent sends a child its total without the child's own message:
//
//	total_c(k) = cost_c(k) + min_l [total_p(l) - msg_c(l) - pair(k,l)]
func (f *forest) descend(to int) {
	s, k := &f.max, f.k
	if s.down < 0 {
		s.down = len(f.links)
		s.rest = sp.Grow(s.rest, k)
		s.total = append(s.total[:0], s.up.cost...)
		f.addOtherTrees()
	}
	for ; s.down > to; s.down-- {
		l := &f.links[s.down-1]
		f.without(s.rest, l)
		down := s.total[int(l.child)*k:][:k]
		minMessage(down, s.rest, s.p, l.edge, !l.flip)
		for j, v := range s.up.cost[int(l.child)*k:][:k] {
			down[j] += v
		}
	}
}

// addOtherTrees adds the least costs of all other roots to the totals of each root.
func (f *forest) addOtherTrees() {
	s, k, all := &f.max, f.k, 0.0
	for d, l := range f.linkOf {
		if l < 0 {
			all += kernel.Min(s.total[d*k:][:k])
		}
	}
	for d, l := range f.linkOf {
		if l < 0 {
			total := s.total[d*k:][:k]
			others := all - kernel.Min(total)
			for j := range total {
				total[j] += others
			}
		}
	}
}

// without fills dst with the parent's totals without the message of l's child.
func (f *forest) without(dst []float64, l *link) {
	total := f.max.total[int(l.parent)*f.k:][:f.k]
	msg := f.max.up.msg[int(l.child)*f.k:][:f.k]
	for j, v := range total {
		v -= msg[j]
		if v != v { // Inf - Inf
			v = math.Inf(1)
		}
		dst[j] = v
	}
}
