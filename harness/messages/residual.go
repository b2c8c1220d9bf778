package messages

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// RunResidual sends one message at a time, always the one that would change the most (Elidan,
// McGraw & Koller, Residual belief propagation, 2006). It ends when no message would change by
// more than tolerance, or after most messages. It returns the number sent and whether the
// messages converged.
//
// After each message it recomputes all messages depending on it: O(degree·(message + log m))
// for each one sent, O(m) messages at the start.
func (s *State) RunResidual(most int, tolerance float64) (sent int, done bool) {
	q := &s.queue
	q.fit(s)
	for len(q.heap) > 0 {
		j := q.heap[0]
		if !(q.residual[j] > tolerance) {
			break
		}
		if sent == most {
			return sent, false
		}
		sent++
		s.replace(s.links[j].back, q.next[int(j)*s.width:][:s.width])
		q.measure(s, j)
		q.ask(s, s.links[j].other)
	}
	return sent, true
}

// A queue holds the next message of each link in a heap, ordered by the size of its change.
type queue struct {
	next     []float64 // 2m×width
	residual []float64 // 2m
	heap     []int32   // links, the largest residual first
	place    []int32   // index of each link in heap
}

// fit fills q with all messages.
func (q *queue) fit(s *State) {
	m := len(s.links)
	q.next, q.residual = sp.Grow(q.next, m*s.width), sp.Grow(q.residual, m)
	q.heap, q.place = sp.Grow(q.heap, m), sp.Grow(q.place, m)
	for j := range q.heap {
		q.heap[j], q.place[j], q.residual[j] = int32(j), int32(j), 0
	}
	for t := range int32(len(s.upper)) {
		q.ask(s, t)
	}
}

// ask computes the next messages of t.
func (q *queue) ask(s *State, t int32) {
	if s.first[t] == s.first[t+1] {
		return
	}
	s.believe(s.belief, t)
	for j := s.first[t]; j < s.first[t+1]; j++ {
		s.message(q.next[int(j)*s.width:][:s.width], t, j)
		q.measure(s, j)
	}
}

// measure updates the residual of link j and its place in the heap.
func (q *queue) measure(s *State, j int32) {
	r, old := 0.0, s.in[int(s.links[j].back)*s.width:][:s.width]
	for k, v := range q.next[int(j)*s.width:][:s.width] {
		r = max(r, math.Abs(v-old[k]))
	}
	q.residual[j] = r
	at := q.place[j]
	for at > 0 && q.before(at, (at-1)/2) {
		q.swap(at, (at-1)/2)
		at = (at - 1) / 2
	}
	for n := int32(len(q.heap)); ; {
		child := 2*at + 1
		if child+1 < n && q.before(child+1, child) {
			child++
		}
		if child >= n || !q.before(child, at) {
			return
		}
		q.swap(at, child)
		at = child
	}
}

// before reports whether the link at a goes before that at b: by residual, then by number.
func (q *queue) before(a, b int32) bool {
	i, j := q.heap[a], q.heap[b]
	if q.residual[i] != q.residual[j] {
		return q.residual[i] > q.residual[j]
	}
	return i < j
}

func (q *queue) swap(a, b int32) {
	q.heap[a], q.heap[b] = q.heap[b], q.heap[a]
	q.place[q.heap[a]], q.place[q.heap[b]] = a, b
}
