package maxflow

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// A problem is a random graph small enough to enumerate.
type problem struct {
	terminal []float64
	edges    []sp.Edge
	uv, vu   []float64
}

// draw returns a problem with capacities in multiples of 1/4, so that sums are exact; a third
// of them are 0.
func draw(r *rand.Rand, most int) *problem {
	q := &problem{}
	for range r.IntN(most + 1) {
		q.terminal = append(q.terminal, q.unary(r))
	}
	n := len(q.terminal)
	if n < 2 {
		return q
	}
	for range r.IntN(3 * n) {
		u := r.IntN(n)
		v := (u + 1 + r.IntN(n-1)) % n
		q.edges = append(q.edges, sp.Edge{U: int32(u), V: int32(v)})
		q.uv = append(q.uv, max(q.unary(r), 0))
		q.vu = append(q.vu, max(q.unary(r), 0))
	}
	return q
}

func (q *problem) unary(r *rand.Rand) float64 {
	if r.IntN(3) == 0 {
		return 0
	}
	return float64(r.IntN(41)-20) / 4
}

func (q *problem) build(g *Graph) {
	g.Reset(len(q.terminal), q.edges)
	for i := range q.edges {
		g.SetEdge(i, q.uv[i], q.vu[i])
	}
	for d, c := range q.terminal {
		g.SetTerminal(d, c)
	}
}

// capacity returns the capacity of the cut with the bits of s as its source side.
func (q *problem) capacity(s int) float64 {
	sum := 0.0
	for d, c := range q.terminal {
		if s>>d&1 == 1 {
			c = -c
		}
		sum += max(c, 0)
	}
	for i, e := range q.edges {
		switch u, v := s>>e.U&1, s>>e.V&1; {
		case u > v:
			sum += q.uv[i]
		case u < v:
			sum += q.vu[i]
		}
	}
	return sum
}

// minimum returns the least capacity of the cuts with node d (-1: none) on the given side, and
// the smallest source side with this capacity.
func (q *problem) minimum(d, side int) (least float64, smallest int) {
	least = math.Inf(1)
	for s := range 1 << len(q.terminal) {
		if d >= 0 && s>>d&1 != side {
			continue
		}
		switch c := q.capacity(s); {
		case c < least:
			least, smallest = c, s
		case c == least:
			smallest &= s
		}
	}
	return least, smallest
}

func sourceSide(g *Graph) int {
	s := 0
	for d := range g.N() {
		if g.Source(d) {
			s |= 1 << d
		}
	}
	return s
}

func (q *problem) check(t *testing.T, what string, g *Graph, d, side int) {
	t.Helper()
	least, smallest := q.minimum(d, side)
	if got := sourceSide(g); g.Value() != least || got != smallest {
		t.Fatalf("%s: flow %v, source side %b of capacity %v; want %v, %b", what, g.Value(), got,
			q.capacity(got), least, smallest)
	}
}

// medium returns a graph too large to enumerate, with capacities of any magnitude.
func medium(r *rand.Rand) *problem { return ring(r, 300, r.NormFloat64) }

// ring returns a graph of n nodes, each joined with some of its successors.
func ring(r *rand.Rand, n int, draw func() float64) *problem {
	q := &problem{}
	for range n {
		q.terminal = append(q.terminal, draw())
	}
	for range 3 * n {
		u := r.IntN(n)
		v := (u + 1 + r.IntN(8)) % n
		q.edges = append(q.edges, sp.Edge{U: int32(u), V: int32(v)})
		q.uv = append(q.uv, math.Abs(draw())/2)
		q.vu = append(q.vu, math.Abs(draw())/2)
	}
	return q
}
