package marginalpmap

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/spbench/spbench/harness/sp"
)

// Chains of two labels with five noisy features: four are fully labelled, and of 150 every other
// label is known. The second stage has fewer errors on new chains.
func TestPartialLabelsHelp(t *testing.T) {
	before, after, gain := 0.0, 0.0, []float64{}
	for seed := range uint64(10) {
		r := pcg(seed, 9)
		xs := make([]sp.Instance, 454)
		for i := range xs {
			const n, width = 8, 5
			x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: 2, Edges: sp.ChainEdges(n),
				Node: sp.Rows{N: n, D: width}}
			y := r.Int32N(2)
			for range n {
				if r.IntN(6) == 0 {
					y = 1 - y
				}
				x.Gold = append(x.Gold, y)
				for range width {
					x.Node.Dense = append(x.Node.Dense,
						float32(0.35*float64(2*y-1)+r.NormFloat64()))
				}
			}
			xs[i] = x
		}
		in := input(xs, `{"pairs":"potts"}`)
		in.Seed, in.Train, in.Partial = seed, xs[:4], xs[4:154]
		for i := range in.Partial {
			in.Partial[i].Gold = slices.Clone(in.Partial[i].Gold)
			for d := 0; d < 8; d += 2 {
				in.Partial[i].Gold[d] = sp.Unknown
			}
		}
		start := before - after
		for kappa, errors := range map[float64]*float64{0: &before, 1: &after} {
			l := newLearner().(*MarginalPMAP)
			l.Lambda, l.Passes, l.PartialPasses, l.Kappa = 0.05, 50, 10, kappa
			c, _ := fit(t, l, in)
			share, _ := wrongShares(t, in.Map, c[0].Weights, xs[154:])
			*errors += share / 10
		}
		gain = append(gain, 10*(before-after-start))
	}
	mean, sd := stat.MeanStdDev(gain, nil)
	t.Logf("gain per seed %.4f ± %.4f (standard error)", mean, sd/math.Sqrt(10))
	t.Logf(
		"errors on other chains: %.4f from labels alone, %.4f with every other label of 150 chains",
		before, after)
	if after >= before {
		t.Errorf("partial labels do not help: %.4f of labels wrong, %.4f without them", after,
			before)
	}
}
