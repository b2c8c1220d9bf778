package maxflow

import (
	"math"
	"slices"
	"testing"
)

func TestForceEqualsEnumeration(t *testing.T) {
	r := pcg(4, 2)
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
			if r.IntN(3) == 0 { // a change after Force rolls it back
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

func TestRollbackIsExact(t *testing.T) {
	r := pcg(4, 4)
	moved := 0
	for range 20 {
		q := medium(r)
		var g Graph
		q.build(&g)
		g.Solve()
		for d := range g.N() {
			nodes, arcs, rest, value := slices.Clone(g.nodes), slices.Clone(g.arcs),
				slices.Clone(g.rest), g.value
			g.Force(d, !g.Source(d))
			moved += len(g.Moved(nil))
			g.Rollback()
			if !slices.Equal(nodes, g.nodes) || !slices.Equal(arcs, g.arcs) ||
				!slices.Equal(rest, g.rest) || value != g.value {
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

// TestForceEqualsFresh: a forced cut equals the cut of a fresh graph with a forcing terminal
// capacity.
func TestForceEqualsFresh(t *testing.T) {
	r := pcg(4, 7)
	for range 4 {
		q := medium(r)
		var g, fresh Graph
		q.build(&g)
		g.Solve()
		for d := range q.terminal {
			toSource := !g.Source(d)
			q.build(&fresh)
			cost := max(q.terminal[d], 0) // capacity of the severed terminal arc
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
