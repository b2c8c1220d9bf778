package messages

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// RunResidual sends one message at a time, always one of those that would change the most
// (Elidan, McGraw & Koller, Residual belief propagation, 2006): changes between two powers of 16
// count as equal, and the message waiting longest goes first. It ends when no message would
// change by more than tolerance, or after most messages. It returns the number sent and whether
// the messages converged.
//
// After each message it recomputes all messages depending on it: O(degree·message) for each one
// sent, O(m) messages at the start.
func (s *State) RunResidual(most int, tolerance float64) (sent int, done bool) {
	q := &s.queue
	q.fit(s, tolerance)
	for j := q.first(); j >= 0; j = q.first() {
		if sent == most {
			return sent, false
		}
		sent++
		s.replace(s.links[j].back, q.next[int(j)*s.width:][:s.width])
		r := q.places[j].residual
		q.put(j, 0)
		q.put(j, s.rule.Damping*r)
		q.ask(s, s.links[j].other, s.links[j].back)
	}
	return sent, true
}

// A queue holds the next message of each link. Links wait in rings, one for each level of their
// residuals.
type queue struct {
	next      []float64 // 2m×width
	places    []place   // 2m links, then the start of the ring of each level
	tolerance float64   // a smaller residual has level 0, and does not wait
	top       int       // no link of a higher level waits
}

// A place is the place of a link in its ring.
type place struct {
	residual      float64 // the largest change of an entry by the next message
	after, before int32
}

const levels = 2048 / 4

// fit fills q with all messages.
func (q *queue) fit(s *State, tolerance float64) {
	m := len(s.links)
	q.next, q.places = sp.Grow(q.next, m*s.width), sp.Grow(q.places, m+levels)
	q.tolerance, q.top = tolerance, 0
	clear(q.places[:m])
	for i := m; i < m+levels; i++ {
		q.places[i] = place{after: int32(i), before: int32(i)}
	}
	for t := range int32(len(s.upper)) {
		q.ask(s, t, -1)
	}
}

// ask computes the next messages of t. One through link back, if t has just heard from there,
// changes only under a rule with maxima or ρ.
func (q *queue) ask(s *State, t, back int32) {
	if s.first[t] == s.first[t+1] {
		return
	}
	s.believe(s.belief, t)
	for j := s.first[t]; j < s.first[t+1]; j++ {
		if j == back && s.rule.Max == nil && s.rule.Rho == nil {
			continue
		}
		next, r := q.next[int(j)*s.width:][:s.width], 0.0
		s.message(next, t, j)
		for k, v := range s.in[int(s.links[j].back)*s.width:][:s.width] {
			r = max(r, math.Abs(next[k]-v))
		}
		q.put(j, r)
	}
}

// put sets the residual of link j. At another level than before, the link goes to the end of
// its ring.
func (q *queue) put(j int32, residual float64) {
	p := &q.places[j]
	old, now := q.level(p.residual), q.level(residual)
	if p.residual = residual; old == now {
		return
	}
	if old > 0 {
		q.places[p.after].before, q.places[p.before].after = p.before, p.after
	}
	if now > 0 {
		ring := int32(len(q.places) - levels + now)
		p.after, p.before = ring, q.places[ring].before
		q.places[p.before].after, q.places[ring].before = j, j
		q.top = max(q.top, now)
	}
}

// level returns the exponent to base 16 of a residual, 0 up to the tolerance.
func (q *queue) level(residual float64) int {
	if !(residual > q.tolerance) {
		return 0
	}
	return max(1, int(math.Float64bits(residual)>>54))
}

// first returns the first link of the highest level; -1 if none waits.
func (q *queue) first() int32 {
	for ; q.top > 0; q.top-- {
		ring := len(q.places) - levels + q.top
		if j := q.places[ring].after; int(j) != ring {
			return j
		}
	}
	return -1
}
