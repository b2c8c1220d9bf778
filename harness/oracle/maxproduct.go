package oracle

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// maxProduct is the state of the last MAP. Its messages are costs, the negative scores, because a
// minimum of floats compiles to code without branches and a maximum to twice as much.
type maxProduct struct {
	p     *sp.Potentials // of the last successful MAP, else nil
	y     []int32        // its labeling
	to    []int32        // labeling of the current clamped query, else y
	score float64
	up    upward

	// Filled by clamped queries.
	down   int       // messages have gone down over links[down:]; -1: not begun
	total  []float64 // n×K: the least cost of a labeling with label k at d
	rest   []float64 // K
	margin float64   // costs with a smaller difference count as equal; -1: unknown

	node []float64 // n×K
	redo upward
}

// upward holds the messages from the leaves to the roots.
type upward struct {
	cost []float64 // n×K: least cost of the subtree of d when d has label k
	msg  []float64 // n×K: message of d to its parent, by label of the parent
}

// MAP fills y with a labeling of maximal score and returns p.Score(y). O(nK²),
// O(nK) in the Potts form. It is an error, wrapping ErrForbidden, when every
// labeling is forbidden, and when a score is NaN or +Inf.
func (f *forest) MAP(y []int32, p *sp.Potentials) (float64, error) {
	s := &f.max
	s.p, s.down, s.margin, f.moves = nil, -1, -1, f.moves[:0]
	if err := f.prepare(p); err != nil {
		return 0, err
	}
	answered.Add(1)
	mustHold(y, f.n)
	f.ascend(&s.up, p, p.Node)
	s.y = sp.Grow(s.y, f.n)
	if bad := f.decode(s.y, p, &s.up); bad != 0 {
		return 0, fmt.Errorf("oracle: %s: %w", f.name, fault(-bad, p))
	}
	copy(y, s.y)
	s.to = append(s.to[:0], y...)
	s.score = p.Score(y)
	s.p = p
	return s.score, nil
}

// ascend sends the messages upwards, with node in place of p.Node.
func (f *forest) ascend(up *upward, p *sp.Potentials, node []float64) {
	k := f.k
	up.cost, up.msg = sp.Grow(up.cost, f.n*k), sp.Grow(up.msg, f.n*k)
	cost := up.cost[:len(node)]
	for i, v := range node {
		cost[i] = -v
	}
	for i := range f.links {
		l := &f.links[i]
		msg := up.msg[int(l.child)*k:][:k]
		minMessage(msg, up.cost[int(l.child)*k:][:k], p, l.edge, l.flip)
		dst := up.cost[int(l.parent)*k:][:k]
		for j, v := range msg {
			dst[j] += v
		}
	}
}

// decode fills y with the best labeling by the messages and returns 0. If the least cost of a tree
// is not finite, it returns that cost. Ties go to the smallest label, decided from the roots down.
func (f *forest) decode(y []int32, p *sp.Potentials, up *upward) (bad float64) {
	for d, l := range f.linkOf {
		if l >= 0 {
			continue
		}
		best, least := argmin(up.cost[d*f.k:][:f.k])
		if least-least != 0 {
			return least
		}
		y[d] = best
	}
	for i := len(f.links) - 1; i >= 0; i-- {
		l := &f.links[i]
		y[l.child] = f.follow(l, y[l.parent], p, up)
	}
	return 0
}

// follow returns the label of l's child behind its message to the parent's label: the first that
// attains the minimum.
func (f *forest) follow(l *link, label int32, p *sp.Potentials, up *upward) int32 {
	k := f.k
	cost := up.cost[int(l.child)*k:][:k]
	least := up.msg[int(l.child)*k+int(label)]
	table := p.PairTable(int(l.edge))
	switch {
	case table == nil:
		s := strength(p, l.edge)
		for j, c := range cost {
			if int32(j) == label {
				c -= s
			}
			if c == least {
				return int32(j)
			}
		}
	case l.flip:
		row := table[int(label)*k:][:k]
		for j, c := range cost {
			if c-row[j] == least {
				return int32(j)
			}
		}
	default:
		for j, c := range cost {
			if c-table[j*k+int(label)] == least {
				return int32(j)
			}
		}
	}
	panic("oracle: potentials changed during a call")
}
