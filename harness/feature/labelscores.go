package feature

import (
	"cmp"
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

var labelScoresKind = kind{
	Name: "scores", Doc: "one weight for given scores, node feature k that of label k, and weights " +
		"per edge feature and pair of labels",
	new: func() options { return &labelScoresOptions{PairsPotts, true} },
}

type labelScoresOptions struct {
	Pairs       string `json:"pairs" enum:"full,potts,none" help:"weights per edge feature"`
	NonNegative bool   `json:"nonnegative" when:"pairs=potts" help:"strengths are kept >= 0"`
}

// featureMap takes no list of seen weights: all are shared.
func (o *labelScoresOptions) featureMap(d Dims, _ []int32) (sp.FeatureMap, error) {
	if d.Node = cmp.Or(d.Node, d.K); d.Node != d.K && d.Node != d.K+1 {
		return nil, fmt.Errorf("feature: scores: %d node features of %d labels: want a score for "+
			"each label, and at most a constant behind them", d.Node, d.K)
	}
	l, err := NewLinear(Options{Pairs: o.Pairs, NonNegative: o.NonNegative, Order: 1}, d)
	return labelScores{l}, err
}

// A labelScores is the feature map of scores from elsewhere, such as the logits of a network. The
// score of label k is θ·s(k) with the node feature s(k): θ is weight 0, an inverse temperature.
// The weights of pairs follow, as in [Linear]. A column behind the K scores, the constant 1, has no
// weight. Each method allocates weights of Linear, whose node weights are θ at the scores of their
// own labels, and else 0.
type labelScores struct{ *Linear }

// Dim returns the number of weights.
func (m labelScores) Dim() int { return 1 + m.dim - m.pair.off }

// Weight returns what weight i scores, see [Linear.Weight]. θ has no label.
func (m labelScores) Weight(i int) Weight {
	if i == 0 {
		return Weight{K: -1, L: -1}
	}
	return m.Linear.Weight(i - 1 + m.pair.off)
}

// NonNegative returns the coordinates of the Potts strengths, unless the options leave them free.
func (m labelScores) NonNegative() []int {
	list := m.Linear.NonNegative()
	for i := range list {
		list[i] -= m.pair.off - 1
	}
	return list
}

// Support appends all coordinates.
func (m labelScores) Support(ranges []int32, _ *sp.Instance) []int32 {
	return append(ranges, 0, int32(m.Dim()))
}

// Potentials fills p with the scores of x under w.
func (m labelScores) Potentials(p *sp.Potentials, w []float64, x *sp.Instance) {
	all := make([]float64, m.pair.off, m.dim)
	for k := range x.K {
		all[k*(x.K+1)] = w[0]
	}
	m.Linear.Potentials(p, append(all, w[1:]...), x)
}

// gather adds to dst what do adds to the weights of Linear.
func (m labelScores) gather(dst []float64, do func(all []float64)) {
	all := make([]float64, m.dim)
	do(all)
	for k := range m.dims.K {
		dst[0] += all[k*(m.dims.K+1)]
	}
	for i, v := range all[m.pair.off:] {
		dst[1+i] += v
	}
}

// Add adds a·φ(x,y) to dst.
func (m labelScores) Add(dst []float64, a float64, x *sp.Instance, y []int32) {
	m.gather(dst, func(all []float64) { m.Linear.Add(all, a, x, y) })
}

// AddMean adds a·E_mu[φ(x,·)] to dst, see [Linear.AddMean].
func (m labelScores) AddMean(dst []float64, a float64, x *sp.Instance, mu *sp.Marginals) {
	m.gather(dst, func(all []float64) { m.Linear.AddMean(all, a, x, mu) })
}

// AddDifferences adds Σ_y β(y)·(φ(x,y) − φ(x,z)) to dst.
func (m labelScores) AddDifferences(dst []float64, x *sp.Instance, beta []float64,
	flat, z []int32) {
	m.gather(dst, func(all []float64) { m.Linear.AddDifferences(all, x, beta, flat, z) })
}
