package messages

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
)

// BenchmarkSweep measures messages per second by sweeps over a 4-connected grid, with prepared
// scores.
func BenchmarkSweep(b *testing.B) {
	for _, size := range []int{28, 256, 1000} {
		for name, rule := range map[string]Rule{"sum": {}, "max": {}, "mixed": {},
			"trw": {Damping: 0.5}} {
			b.Run(fmt.Sprintf("%s/side=%d", name, size), func(b *testing.B) {
				r := pcg(1, 1)
				n := size * size
				p := scores(r, n, 2, sp.GridEdges(size, size), 0, 0.5)
				switch name {
				case "max", "mixed":
					rule.Max = make([]bool, n)
					for d := range rule.Max {
						rule.Max[d] = name == "max" || r.IntN(2) == 0
					}
				case "trw":
					rule.Rho = Appearance(n, p.Edges, 4, 1)
				}
				benchmark(b, func(s *State) { s.Reset(p, rule) },
					func(s *State) int { s.Sweep(); return 2 * len(p.Edges) })
			})
		}
	}
}

func BenchmarkLabels(b *testing.B) {
	for _, k := range []int{3, 8, 21} {
		for form, name := range []string{"potts", "shared", "tables"} {
			b.Run(fmt.Sprintf("%s/K=%d", name, k), func(b *testing.B) {
				p := scores(pcg(1, 1), 64*64, k, sp.GridEdges(64, 64), form, 0.5)
				benchmark(b, func(s *State) { s.Reset(p, Rule{}) },
					func(s *State) int { s.Sweep(); return 2 * len(p.Edges) })
			})
		}
	}
}

func benchmark(b *testing.B, reset func(*State), pass func(*State) (messages int)) {
	var s State
	reset(&s)
	pass(&s)
	sent := 0
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		sent += pass(&s)
	}
	b.ReportMetric(float64(sent)/b.Elapsed().Seconds()/1e6, "Mmessages/s")
}
