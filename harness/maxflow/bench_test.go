package maxflow_test

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/maxflow"
)

var shapes = [][2]int{{90, 120}, {256, 256}, {512, 512}, {1000, 1000}}

// onGrids runs a benchmark on the solved grids of strength 500.
func onGrids(b *testing.B, shapes [][2]int, run func(b *testing.B, q *grid, g *maxflow.Graph)) {
	for _, s := range shapes {
		q := newGrid(s[0], s[1], 500)
		var g maxflow.Graph
		q.build(&g)
		g.Solve()
		b.Run(fmt.Sprintf("%dx%d", s[0], s[1]), func(b *testing.B) {
			b.ReportAllocs()
			run(b, q, &g)
		})
	}
}

// A fresh solve, the capacities being set.
func BenchmarkSolve(b *testing.B) {
	onGrids(b, shapes, func(b *testing.B, q *grid, g *maxflow.Graph) {
		for b.Loop() {
			b.StopTimer()
			q.fill(g)
			b.StartTimer()
			g.Solve()
		}
	})
}

// A step: D unaries change, at random, and the cut is found again.
func BenchmarkResolve(b *testing.B) {
	for _, changes := range []int{1, 100} {
		b.Run(fmt.Sprintf("D=%d", changes), func(b *testing.B) {
			onGrids(b, [][2]int{{90, 120}, {512, 512}}, func(b *testing.B, q *grid, g *maxflow.Graph) {
				for b.Loop() {
					for range changes {
						g.SetTerminal(int(q.r.next()%uint64(g.N())), q.r.between(-1000, 1000))
					}
					g.Solve()
				}
			})
		})
	}
}

// wrong returns the nodes whose side is not that of a random truth.
func wrong(q *grid, g *maxflow.Graph) (nodes []int) {
	for d := range g.N() {
		if truth := q.r.next()%2 == 0; truth != g.Source(d) {
			nodes = append(nodes, d)
		}
	}
	return nodes
}

// One node forced to its other side and rolled back.
func BenchmarkForce(b *testing.B) {
	onGrids(b, [][2]int{{90, 120}, {512, 512}}, func(b *testing.B, q *grid, g *maxflow.Graph) {
		nodes := wrong(q, g)
		for i := 0; b.Loop(); i++ {
			d := nodes[i%len(nodes)]
			g.Force(d, !g.Source(d))
		}
		g.Rollback()
	})
}

// The same by changing its terminal capacity, and back with that of the next.
func BenchmarkForceByResolving(b *testing.B) {
	onGrids(b, [][2]int{{90, 120}, {512, 512}}, func(b *testing.B, q *grid, g *maxflow.Graph) {
		nodes := wrong(q, g)
		side := make([]float64, len(nodes)) // beyond what its arcs can carry
		for i, d := range nodes {
			side[i] = 1e4
			if g.Source(d) {
				side[i] = -1e4
			}
		}
		last := nodes[0]
		for i := 0; b.Loop(); i++ {
			g.SetTerminal(last, q.unary[last])
			last = nodes[i%len(nodes)]
			g.SetTerminal(last, side[i%len(nodes)])
			g.Solve()
		}
		g.SetTerminal(last, q.unary[last])
		g.Solve()
	})
}
