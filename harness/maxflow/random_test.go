package maxflow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// TestCutsEqualEnumeration checks fresh solves, and re-solves after changes of some terminals.
func TestCutsEqualEnumeration(t *testing.T) {
	r := pcg(4, 1)
	count := 10000
	if !longtest.Enabled() {
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

func TestReusedEqualsFresh(t *testing.T) {
	r := pcg(4, 3)
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
				for i := range g.nodes {
					if n := &g.nodes[i]; n.label != 0 {
						n.label += lost / 2 * (1 + 2*n.side()) // forces the trees to grow again
					}
				}
			}
			for range 1 + r.IntN(1+step) {
				d := r.IntN(g.N())
				q.terminal[d] = r.NormFloat64()
				g.SetTerminal(d, q.terminal[d])
			}
		}
	}
}

// TestSourceSideIsReached: the source side is the nodes reached from the source, in graphs of
// several batches, with many ties and with rounded sums.
func TestSourceSideIsReached(t *testing.T) {
	r := pcg(4, 8)
	var g Graph
	for _, draw := range []func() float64{r.NormFloat64,
		func() float64 { return float64(r.IntN(7) - 3) }} {
		q := ring(r, 5*batch/2, draw)
		q.build(&g)
		for range 3 {
			g.Solve()
			g.conserves(t, q)
			reached := g.reached()
			for d := range q.terminal {
				if g.Source(d) != reached[d] {
					t.Fatalf("node %d: on the source side %v, reached %v", d, g.Source(d), reached[d])
				}
				if reached[d] && g.nodes[d].rest < 0 {
					t.Fatalf("node %d: the source still reaches the sink", d)
				}
			}
			for range 1000 {
				d := r.IntN(len(q.terminal))
				q.terminal[d] = draw()
				g.SetTerminal(d, q.terminal[d])
			}
		}
	}
}

// reached reports for every node whether the source reaches it through the residual graph.
func (g *Graph) reached() []bool {
	reached := make([]bool, g.N())
	var queue []int
	for d := range reached {
		if reached[d] = g.nodes[d].rest > 0; reached[d] {
			queue = append(queue, d)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		d := queue[0]
		for a := g.nodes[d].first; a < g.nodes[d+1].first; a++ {
			if h := g.arcs[a].head; g.rest[a] > 0 && !reached[h] {
				reached[h] = true
				queue = append(queue, int(h))
			}
		}
	}
	return reached
}

// conserves checks the residual capacities against a valid flow, and every path of the tree
// against the source.
func (g *Graph) conserves(t *testing.T, q *problem) {
	t.Helper()
	sent := slices.Clone(q.terminal) // flow into each node from its terminals
	for i, a := range g.place {
		e, r := q.edges[i], g.arcs[a]
		rest, back := g.rest[a], g.rest[r.sister()]
		if rest < 0 || back < 0 || math.Abs(rest+back-q.uv[i]-q.vu[i]) > 1e-9 {
			t.Fatalf("edge %d keeps %v and %v of %v and %v", i, rest, back, q.uv[i], q.vu[i])
		}
		if (r.twin&open != 0) != (rest > 0) || (r.twin&opposite != 0) != (back > 0) {
			t.Fatalf("edge %d keeps %v and %v, but is marked %b", i, rest, back, r.twin&3)
		}
		sent[e.U] -= q.uv[i] - rest
		sent[e.V] += q.uv[i] - rest
	}
	for d := range g.N() {
		n := &g.nodes[d]
		if math.Abs(sent[d]-n.rest) > 1e-9 {
			t.Fatalf("node %d: %v left, by the flow %v", d, n.rest, sent[d])
		}
		for n.label != 0 && n.parent != terminal {
			if n.parent < 0 {
				t.Fatalf("node %d is not connected to its terminal", d)
			}
			up, sign := g.arcs[n.parent], 1+2*n.side()
			parent := &g.nodes[up.head]
			if l := parent.label * sign; l <= 0 || l >= n.label*sign || up.twin>>(^n.side()&1)&1 == 0 {
				t.Fatalf("node %d: a parent of label %d for one of %d", d, parent.label, n.label)
			}
			n = parent
		}
		if n.rest*float64(n.label) < 0 || n.label != 0 && n.rest == 0 {
			t.Fatalf("node %d has no terminal at the root", d)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	r := pcg(4, 5)
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

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
