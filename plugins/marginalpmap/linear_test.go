package marginalpmap

import (
	"fmt"
	"math"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// image returns a grid of rows×rows pixels with two labels, of noise.
func image(rows int) sp.Instance {
	n := rows * rows
	x := sp.Instance{ID: fmt.Sprint(n), Weight: 1, K: 2, Gold: make([]int32, n)}
	for d := range n {
		if d%rows < rows-1 {
			x.Edges = append(x.Edges, sp.Edge{U: int32(d), V: int32(d + 1)})
		}
		if d/rows < rows-1 {
			x.Edges = append(x.Edges, sp.Edge{U: int32(d), V: int32(d + rows)})
		}
	}
	return noisy(x)
}

// text returns a chain of n letters of an alphabet of k, of noise.
func text(n, k int) sp.Instance {
	return noisy(sp.Instance{ID: fmt.Sprint(n), Weight: 1, K: k, Gold: make([]int32, n),
		Edges: sp.ChainEdges(n)})
}

// noisy gives x random labels and a feature.
func noisy(x sp.Instance) sp.Instance {
	r := pcg(6, 1)
	x.Node = sp.Rows{N: len(x.Gold), D: 1}
	for d := range x.Gold {
		x.Gold[d] = r.Int32N(int32(x.K))
		x.Node.Dense = append(x.Node.Dense, float32(r.NormFloat64()))
	}
	return x
}

// pass returns a function that adds the gradient of x by one clamped query per variable.
func pass(t testing.TB, x sp.Instance) func() {
	args := `{}`
	var solver sp.Solver = oracle.NewChain()
	if x.K == 2 {
		args, solver = `{"pairs":"potts"}`, oracle.NewCut()
	}
	in := input([]sp.Instance{x}, args)
	s := newSGD(task(in, solver), &MarginalPMAP{Objective: kindMarginal, Lambda: 1,
		DynamicCuts: true})
	r := pcg(6, 2)
	for j := range s.V {
		s.V[j] = r.Float64()
	}
	return func() {
		need(t, s.visit(0, 1))
	}
}

// onCPU returns the CPU time of the process while f runs.
func onCPU(f func()) time.Duration {
	spent := func() time.Duration {
		var use syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
			panic(err)
		}
		return time.Duration(use.Utime.Nano() + use.Stime.Nano())
	}
	before := spent()
	f()
	return spent() - before
}

// A step with a query per variable costs a constant per variable for graphs of any size: time grows
// with the number of variables to the power of 1 (BenchmarkPass goes further). Copying or comparing
// all labels in each query had a power of 1.7.
func TestStepsAreLinear(t *testing.T) {
	learnertest.SkipSlow(t)
	for _, test := range []struct {
		name         string
		small, large sp.Instance
	}{{"image", image(24), image(240)}, {"text", text(500, 6), text(50000, 6)}} {
		seconds := func(x sp.Instance) float64 {
			run, times := pass(t, x), 1+400000/x.N() // the system counts CPU time in ticks
			run()
			return onCPU(func() {
				for range times {
					run()
				}
			}).Seconds() / float64(times)
		}
		power := math.Log(seconds(test.large)/seconds(test.small)) / math.Log(float64(test.large.N())/float64(test.small.N()))
		t.Logf("%s: power %.2f", test.name, power)
		if power > 1.3 {
			t.Errorf("%s: time grows with the number of variables to the power of %.2f", test.name,
				power)
		}
	}
}

// Steps with a query per variable, by size of the graph.
func BenchmarkPass(b *testing.B) {
	for _, x := range []sp.Instance{image(100), image(320), image(1000), text(1000, 26),
		text(10000, 26), text(100000, 26)} {
		b.Run(fmt.Sprintf("K=%d/n=%d", x.K, x.N()), func(b *testing.B) {
			run := pass(b, x)
			run()
			b.ReportAllocs()
			took := onCPU(func() {
				for b.Loop() {
					run()
				}
			})
			b.ReportMetric(float64(took.Nanoseconds())/float64(b.N)/float64(x.N()),
				"cpu-ns/variable")
		})
	}
}
