package maxflow_test

import (
	"fmt"
	"syscall"
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

// BenchmarkSolve is a fresh solve: with a new graph, with the capacities of a kept one, and alone.
func BenchmarkSolve(b *testing.B) {
	onGrids(b, shapes, func(b *testing.B, q *grid, g *maxflow.Graph) {
		var build, fill, solve int64
		for b.Loop() {
			start := processor()
			var fresh maxflow.Graph
			q.build(&fresh)
			fresh.Solve()
			built := processor()
			g.Clear()
			q.fill(g)
			filled := processor()
			g.Solve()
			solve += processor() - filled
			fill += filled - built
			build += built - start
		}
		b.ReportMetric(float64(build)/float64(b.N), "cpu-ns/build+solve")
		b.ReportMetric(float64(fill+solve)/float64(b.N), "cpu-ns/fill+solve")
		b.ReportMetric(float64(solve)/float64(b.N), "cpu-ns/op")
	})
}

// BenchmarkResolve is one step of learning: D unaries change, at random, and the cut is found
// again.
func BenchmarkResolve(b *testing.B) {
	for _, changes := range []int{1, 100} {
		b.Run(fmt.Sprintf("D=%d", changes), func(b *testing.B) {
			onGrids(b, [][2]int{{90, 120}, {512, 512}}, func(b *testing.B, q *grid, g *maxflow.Graph) {
				inCPU(b, func(int) {
					for range changes {
						g.SetTerminal(int(q.r.next()%uint64(g.N())), q.r.between(-1000, 1000))
					}
					g.Solve()
				})
			})
		})
	}
}

// wrong returns the nodes whose side differs from a random truth.
func wrong(q *grid, g *maxflow.Graph) (nodes []int) {
	for d := range g.N() {
		if truth := q.r.next()%2 == 0; truth != g.Source(d) {
			nodes = append(nodes, d)
		}
	}
	return nodes
}

// BenchmarkForce forces one node to its other side, lists the nodes moved with it, and rolls
// back.
func BenchmarkForce(b *testing.B) {
	onGrids(b, [][2]int{{90, 120}, {512, 512}}, func(b *testing.B, q *grid, g *maxflow.Graph) {
		nodes := wrong(q, g)
		var moved []int32
		inCPU(b, func(i int) {
			d := nodes[i%len(nodes)]
			g.Force(d, !g.Source(d))
			moved = g.Moved(moved[:0])
			g.Rollback()
		})
	})
}

// BenchmarkForceByResolving does the same with re-solves only: change the terminal capacity of
// the node, find the cut, read the side of every node, change the capacity back, and find the
// first cut again.
func BenchmarkForceByResolving(b *testing.B) {
	onGrids(b, [][2]int{{90, 120}, {512, 512}}, func(b *testing.B, q *grid, g *maxflow.Graph) {
		nodes := wrong(q, g)
		side := beyond(g, nodes)
		sides := make([]bool, g.N())
		inCPU(b, func(i int) {
			d := nodes[i%len(nodes)]
			g.SetTerminal(d, side[i%len(nodes)])
			g.Solve()
			for j := range sides {
				sides[j] = g.Source(j)
			}
			g.SetTerminal(d, q.unary[d])
			g.Solve()
		})
	})
}

// BenchmarkForceByOneSolve is a lower limit on the cost of re-solves: no side is read, and a
// capacity is changed back together with the next change, in one solve.
func BenchmarkForceByOneSolve(b *testing.B) {
	onGrids(b, [][2]int{{90, 120}, {512, 512}}, func(b *testing.B, q *grid, g *maxflow.Graph) {
		nodes := wrong(q, g)
		side := beyond(g, nodes)
		last := nodes[0]
		inCPU(b, func(i int) {
			g.SetTerminal(last, q.unary[last])
			last = nodes[i%len(nodes)]
			g.SetTerminal(last, side[i%len(nodes)])
			g.Solve()
		})
		g.SetTerminal(last, q.unary[last])
		g.Solve()
	})
}

// beyond returns terminal capacities that move the nodes to their other sides: more than their
// arcs can carry.
func beyond(g *maxflow.Graph, nodes []int) []float64 {
	side := make([]float64, len(nodes))
	for i, d := range nodes {
		side[i] = 1e4
		if g.Source(d) {
			side[i] = -1e4
		}
	}
	return side
}

// inCPU runs a benchmark and reports the processor time of a call; other processes hardly
// affect it.
func inCPU(b *testing.B, call func(i int)) {
	start := processor()
	i := 0
	for ; b.Loop(); i++ {
		call(i)
	}
	b.ReportMetric(float64(processor()-start)/float64(i), "cpu-ns/op")
}

// processor returns the nanoseconds of processor time used by this process.
func processor() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
