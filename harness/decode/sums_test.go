package decode_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A decoder has Kind.Sums if and only if its marginals depend on the scale of the scores. The labels
// of the others do not.
func TestSums(t *testing.T) {
	for _, k := range decode.Kinds() {
		for seed := range uint64(3) {
			p := easyPotentials(2, true, "potts", seed)
			var first sp.Prediction
			for _, scale := range []float64{1, 0.1} {
				q := *p
				q.Node, q.Pair.Potts = slices.Clone(p.Node), slices.Clone(p.Pair.Potts)
				for i := range q.Node {
					q.Node[i] *= scale
				}
				for i := range q.Pair.Potts {
					q.Pair.Potts[i] *= scale
				}
				d := must(decode.New(k.Name, nil))(t)
				var out sp.Prediction
				check(t, d.Decode(&out, &q, decode.Help{Key: perturb.NewKey(1, "x"), Loss: loss.Hamming{},
					Instance: &sp.Instance{K: q.K, Node: sp.Rows{N: q.N()}},
					Solver:   func() (sp.Solver, error) { return oracle.NewBrute(), nil }}))
				if scale == 1 {
					first = out
					continue
				}
				differ := 0.0
				for i, mu := range out.Marginal {
					differ = max(differ, math.Abs(mu-first.Marginal[i]))
				}
				if sums := differ > 1e-6; sums != k.Sums || !k.Sums && !slices.Equal(out.Labels, first.Labels) {
					t.Errorf("%s: marginals differ by %v, labels %v and %v", k.Name, differ, first.Labels, out.Labels)
				}
			}
		}
	}
}
