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
