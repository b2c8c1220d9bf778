package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)


func (l layout) new() stats.Layout {
	return stats.Layout{Sets: l.splits, Training: l.overlap, Tests: l.tests, Ratio: l.ratio}
}

func TestProtoDrawn(t *testing.T) {
	n := *replicates
	for _, l := range []layout{
		first(3, rotated("train-one", 5, 40)),
		first(5, rotated("train-one", 10, 30)),
		sharedFolds(),
		sharedTest(240, 300, 60, 5),
		sharedTest(150, 300, 60, 5),
		sharedTest(240, 300, 60, 10),
		sharedTest(240, 300, 300, 5),
		sharedTest(60, 300, 60, 5),
		drawn(60, 128, 328, 5),
		drawn(200, 128, 328, 5),
		drawn(300, 500, 5000, 5),
		drawn(240, 60, 300, 10),
		drawn(40, 40, 120, 5),
		drawn(80, 40, 120, 5),
	} {
		out := ""
		for _, w := range partsWorlds {
			olds, news := make([]stats.Test, n), make([]stats.Test, n)
			repeat(n, func(seed uint64) {
				d := w.draw(rand.New(rand.NewPCG(seed, 9)), l)
				olds[seed] = l.test(d)
				news[seed] = l.new().Test(d, stats.Prior{})
			})
			out += fmt.Sprintf(" %.3f (%.2f) |", share(news), ratio(news))
		}
		t.Logf("%s |%s", l.name, out)
	}
}

func ratio(tests []stats.Test) float64 {
	m, v := 0.0, 0.0
	for i := range tests {
		m += tests[i].Effect * tests[i].Effect
		v += tests[i].Err * tests[i].Err
	}
	return math.Sqrt(m / v)
}
