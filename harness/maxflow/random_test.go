package maxflow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A problem is a random graph small enough to enumerate.
type problem struct {
	terminal []float64
	edges    []edge
	uv, vu   []float64
}

// draw returns a problem with capacities that are multiples of 1/4, so that sums
// are exact; a third of them are 0.
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
		q.edges = append(q.edges, edge{int32(u), int32(v)})
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
	g.Reset(len(q.terminal))
	for _, e := range q.edges {
		g.Join(e.u, e.v)
	}
	for i := range q.edges {
		g.SetEdge(i, q.uv[i], q.vu[i])
	}
	for d, c := range q.terminal {
		g.SetTerminal(d, c)
	}
}

// capacity returns that of the cut whose source side is the bits of s.
func (q *problem) capacity(s int) float64 {
	sum := 0.0
	for d, c := range q.terminal {
		if s>>d&1 == 1 {
			c = -c
		}
		sum += max(c, 0)
	}
	for i, e := range q.edges {
		switch u, v := s>>e.u&1, s>>e.v&1; {
		case u > v:
			sum += q.uv[i]
		case u < v:
			sum += q.vu[i]
		}
	}
	return sum
}

// minimum returns the least capacity of the cuts with node d (-1: none) on the
// given side, and the smallest of the source sides that attain it.
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
		t.Fatalf("%s: flow %v, source side %b of capacity %v; want %v, %b", what, g.Value(), got, q.capacity(got), least, smallest)
	}
}

// Fresh solves, and re-solves after changes of some terminals.
func TestCutsEqualEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	count := 10000
	if testing.Short() {
		count = 1000
	}
	var g Graph
	for range count {
		most := 9
		if r.IntN(10) == 0 {
			most = 14
		}
		q := draw(r, most)
		q.build(&g)
		g.Solve()
		q.check(t, "fresh", &g, -1, 0)
		for step := range 3 {
			for range r.IntN(4) {
				if n := len(q.terminal); n > 0 {
					d := r.IntN(n)
					q.terminal[d] = q.unary(r)
					g.SetTerminal(d, q.terminal[d])
				}
			}
			if g.Solve(); most < 14 || step == 0 {
				q.check(t, "reused", &g, -1, 0)
			}
		}
	}
}

func TestForceEqualsEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	var g Graph
	for range 1500 {
		q := draw(r, 9)
		q.build(&g)
		g.Solve()
		for d := range q.terminal {
			before := sourceSide(&g)
			g.Force(d, before>>d&1 == 0)
			q.check(t, "forced", &g, d, 1-before>>d&1)
			moved := 0
			for _, i := range g.Moved(nil) {
				moved |= 1 << i
			}
			if moved != before^sourceSide(&g) {
				t.Fatalf("moved %b, from %b to %b", moved, before, sourceSide(&g))
			}
			if r.IntN(3) == 0 { // changes on top of what Force left roll it back
				q.terminal[d] = q.unary(r)
				g.SetTerminal(d, q.terminal[d])
				g.Solve()
				q.check(t, "changed after Force", &g, -1, 0)
			}
			g.Rollback()
		}
		q.check(t, "at last", &g, -1, 0)
	}
}

// medium returns a graph that is too large to enumerate, with capacities of any
// magnitude.
func medium(r *rand.Rand) *problem {
	q := &problem{}
	n := 300
	for range n {
		q.terminal = append(q.terminal, r.NormFloat64())
	}
	for range 3 * n {
		u := r.IntN(n)
		v := (u + 1 + r.IntN(8)) % n
		q.edges = append(q.edges, edge{int32(u), int32(v)})
		q.uv = append(q.uv, r.ExpFloat64()*0.4)
		q.vu = append(q.vu, r.ExpFloat64()*0.4)
	}
	return q
}

func TestReusedEqualsFresh(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for range 20 {
		q := medium(r)
		var g, fresh Graph
		q.build(&g)
		for step := range 60 {
			g.Solve()
			q.build(&fresh)
			if want := fresh.Solve(); math.Abs(g.Value()-want) > 1e-9*want {
				t.Fatalf("step %d: flow %v, fresh %v", step, g.Value(), want)
			}
			for d := range g.N() {
				if g.Source(d) != fresh.Source(d) {
					t.Fatalf("step %d: node %d is on the other side of a fresh cut", step, d)
				}
			}
			g.conserves(t, q)
			if step == 30 {
				g.time = math.MaxInt32/2 + 1 // the clock is set back
			}
			for range 1 + r.IntN(1+step) {
				d := r.IntN(g.N())
				q.terminal[d] = r.NormFloat64()
				g.SetTerminal(d, q.terminal[d])
			}
		}
	}
}

// conserves checks that what is left of the capacities is a flow and that every
// path of the trees leads to the right terminal.
func (g *Graph) conserves(t *testing.T, q *problem) {
	t.Helper()
	sent := slices.Clone(q.terminal) // into each node from its terminals
	for i, a := range g.place {
		e, r := q.edges[i], &g.arcs[a]
		back := g.arcs[r.sister].rest
		if r.rest < 0 || back < 0 || math.Abs(r.rest+back-q.uv[i]-q.vu[i]) > 1e-9 {
			t.Fatalf("edge %d keeps %v and %v of %v and %v", i, r.rest, back, q.uv[i], q.vu[i])
		}
		sent[e.u] -= q.uv[i] - r.rest
		sent[e.v] += q.uv[i] - r.rest
	}
	for d := range g.N() {
		n := &g.nodes[d]
		if math.Abs(sent[d]-n.rest) > 1e-9 {
			t.Fatalf("node %d: %v left, by the flow %v", d, n.rest, sent[d])
		}
		for steps := 0; n.tree != free && n.parent != terminal; steps++ {
			if n.parent < 0 || steps > g.N() || g.nodes[g.arcs[n.parent].head].tree != n.tree {
				t.Fatalf("node %d is not connected to its terminal", d)
			}
			n = &g.nodes[g.arcs[n.parent].head]
		}
	}
}

func TestRollbackIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	moved := 0
	for range 20 {
		q := medium(r)
		var g Graph
		q.build(&g)
		g.Solve()
		for d := range g.N() {
			nodes, arcs, value, time := g.unmarked(), slices.Clone(g.arcs), g.value, g.time
			g.Force(d, !g.Source(d))
			moved += len(g.Moved(nil))
			g.Rollback()
			if !slices.Equal(nodes, g.unmarked()) || !slices.Equal(arcs, g.arcs) || value != g.value || time != g.time {
				t.Fatalf("node %d: Rollback leaves a trace", d)
			}
			if d%10 == 0 {
				q.terminal[d] = r.NormFloat64()
				g.SetTerminal(d, q.terminal[d])
				g.Solve()
			}
		}
	}
	if moved < 7000 {
		t.Fatalf("only %d nodes moved: the test is too easy", moved)
	}
}

// A forced cut is that of a fresh graph whose terminal capacity forces it.
func TestForceEqualsFresh(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 7))
	for range 4 {
		q := medium(r)
		var g, fresh Graph
		q.build(&g)
		g.Solve()
		for d := range q.terminal {
			toSource := !g.Source(d)
			q.build(&fresh)
			cost := max(q.terminal[d], 0) // of the terminal arc that is severed
			if fresh.SetTerminal(d, -1e3); toSource {
				cost = max(-q.terminal[d], 0)
				fresh.SetTerminal(d, 1e3)
			}
			want := fresh.Solve() + cost
			if got := g.Force(d, toSource); math.Abs(got-want) > 1e-9*want {
				t.Fatalf("node %d to the source side %v: %v, want %v", d, toSource, got, want)
			}
			for i := range q.terminal {
				if g.Source(i) != fresh.Source(i) {
					t.Fatalf("node %d to the source side %v: node %d is on the other side", d, toSource, i)
				}
			}
			g.Rollback()
		}
	}
}

// unmarked returns a copy of the nodes without what Force leaves on them.
func (g *Graph) unmarked() []node {
	nodes := slices.Clone(g.nodes)
	for i := range nodes {
		nodes[i].mark = 0
	}
	return nodes
}

// Marks start again before they overflow.
func TestMarksStartAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	var g Graph
	for range 200 {
		q := draw(r, 9)
		q.build(&g)
		g.Solve()
		g.marks = math.MaxInt32/2 - 2
		for d := range q.terminal {
			side := sourceSide(&g) >> d & 1
			g.Force(d, side == 0)
			q.check(t, "forced", &g, d, 1-side)
			g.Rollback()
		}
		if len(q.terminal) > 3 && g.marks > math.MaxInt32/2 {
			t.Fatalf("%d marks", g.marks)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	q := medium(r)
	var g Graph
	run := func() {
		q.build(&g)
		g.Solve()
		for d := range g.N() {
			g.Force(d, !g.Source(d))
		}
		for d := range 50 {
			g.SetTerminal(d, -q.terminal[d])
		}
		g.Solve()
	}
	run()
	if n := testing.AllocsPerRun(5, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestMisuse(t *testing.T) {
	tests := map[string]func(g *Graph){
		"loop":              func(g *Graph) { g.Join(0, 0) },
		"no such node":      func(g *Graph) { g.Join(0, 2) },
		"late Join":         func(g *Graph) { g.SetEdge(0, 1, 1); g.Join(0, 1) },
		"negative capacity": func(g *Graph) { g.SetEdge(0, -1, 1) },
		"NaN capacity":      func(g *Graph) { g.SetEdge(0, math.NaN(), 1) },
		"infinite terminal": func(g *Graph) { g.SetTerminal(0, math.Inf(1)) },
		"SetEdge too late":  func(g *Graph) { g.Solve(); g.SetEdge(0, 1, 1) },
		"Force too early":   func(g *Graph) { g.Force(0, true) },
		"Force, not solved": func(g *Graph) { g.Solve(); g.SetTerminal(0, 1); g.Force(0, true) },
	}
	for name, do := range tests {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s passes", name)
				}
			}()
			var g Graph
			g.Reset(2)
			g.Join(0, 1)
			do(&g)
		}()
	}
}
