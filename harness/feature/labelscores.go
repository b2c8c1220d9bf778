package feature

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

var labelScoresKind = kind{
	Name: "scores", Doc: "one weight for given scores, node feature k that of label k, and weights " +
		"per edge feature and pair of labels",
	new: func() options { return &labelScoresOptions{PairsPotts, true} },
}

type labelScoresOptions struct {
	Pairs       string `json:"pairs" enum:"full,potts,none" help:"weights per edge feature: a K×K table, one Potts strength, or none"`
	NonNegative bool   `json:"nonnegative" when:"pairs=potts" help:"strengths are kept >= 0"`
}

func (o *labelScoresOptions) featureMap(d Dims, _ []int32) (sp.FeatureMap, error) {
	d.Node = 0
	l, err := NewLinear(Options{Pairs: o.Pairs, NonNegative: o.NonNegative, Order: 1}, d)
	return labelScores{l}, err
}

// A labelScores is the feature map of scores from elsewhere, such as the logits of a network. The
// score of label k is θ·s(k) with the node feature s(k): θ is weight 0, an inverse temperature.
// The weights of pairs follow, as in [Linear]. A column behind the K scores, the constant 1, has no
// weight.
type labelScores struct{ pairs *Linear }

// bare returns x without its node features.
func bare(x *sp.Instance) *sp.Instance {
	y := *x
	y.Node = sp.Rows{N: x.N()}
	return &y
}

// sum adds up the scores of the labels y.
func sum(x *sp.Instance, y []int32) (s float64) {
	for d := range x.N() {
		s += float64(x.Node.DenseRow(d)[:x.K][y[d]])
	}
	return s
}

// Dim returns the number of weights.
func (m labelScores) Dim() int { return 1 + m.pairs.dim }

// NonNegative returns the coordinates of the Potts strengths, unless the options leave them free.
func (m labelScores) NonNegative() (list []int) {
	for _, i := range m.pairs.NonNegative() {
		list = append(list, i+1)
	}
	return list
}

// Independent implements [sp.Independent].
func (m labelScores) Independent() bool { return m.pairs.Independent() }

// Fits returns an error unless x has the sizes of the map, and scores.
func (m labelScores) Fits(x *sp.Instance) error {
	if w := x.Node.D; x.Node.Sparse() || w != x.K && w != x.K+1 {
		return fmt.Errorf("feature: instance %q has %d node features: want a dense score for each of %d "+
			"labels, and at most a constant behind them", x.ID, w, x.K)
	}
	return m.pairs.Fits(bare(x))
}

// Support appends all coordinates.
func (m labelScores) Support(ranges []int32, _ *sp.Instance) []int32 {
	return append(ranges, 0, int32(m.Dim()))
}

// Potentials fills p with the scores of x under w.
func (m labelScores) Potentials(p *sp.Potentials, w []float64, x *sp.Instance) {
	m.pairs.Potentials(p, w[1:], bare(x))
	for i := range p.Node {
		p.Node[i] = w[0] * float64(x.Node.DenseRow(i / x.K)[i%x.K])
	}
}

// Add adds a·φ(x,y) to dst.
func (m labelScores) Add(dst []float64, a float64, x *sp.Instance, y []int32) {
	dst[0] += a * sum(x, y)
	m.pairs.Add(dst[1:], a, bare(x), y)
}

// AddMean adds a·E_mu[φ(x,·)] to dst, see [Linear.AddMean].
func (m labelScores) AddMean(dst []float64, a float64, x *sp.Instance, mu *sp.Marginals) {
	for i, v := range mu.Node {
		dst[0] += a * v * float64(x.Node.DenseRow(i / x.K)[i%x.K])
	}
	m.pairs.AddMean(dst[1:], a, bare(x), mu)
}

// AddDifferences adds Σ_y β(y)·(φ(x,y) − φ(x,z)) to dst.
func (m labelScores) AddDifferences(dst []float64, x *sp.Instance, beta []float64, flat, z []int32) {
	for i, b := range beta {
		dst[0] += b * (sum(x, flat[i*x.N():]) - sum(x, z))
	}
	m.pairs.AddDifferences(dst[1:], bare(x), beta, flat, z)
}
