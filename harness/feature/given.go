package feature

import (
	"cmp"
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// ScoresName is the name of the feature map of given scores.
const ScoresName = "scores"

var scoresKind = kind{
	Name: ScoresName, Doc: "one weight for given scores, node feature k that of label k, and " +
		"weights per edge feature and pair of labels",
	new: func() options { return &scoresOptions{PairsPotts, true} },
}

type scoresOptions struct {
	Pairs       string `json:"pairs" enum:"full,potts,none,given" help:"edge weights; given: scores"`
	NonNegative bool   `json:"nonnegative" when:"pairs=potts" help:"strengths are kept >= 0"`
}

// given marks a block of given scores. It is never read.
var given = new(states)

// Parts is the number of columns of a score with all digits: any float64 is a sum of three float32.
const Parts = 3

// featureMap takes no list of seen weights: all are shared.
func (o *scoresOptions) featureMap(d Dims, _ []int32) (sp.FeatureMap, error) {
	options, n := Options{Pairs: o.Pairs, NonNegative: o.NonNegative, Order: 1}, 1
	less := Dims{K: d.K, Edge: d.Edge}
	if o.Pairs == "given" {
		options.Pairs, less.Edge, n = PairsFull, 0, 3
	}
	l, err := NewLinear(options, less)
	if err != nil {
		return nil, err
	}
	for _, part := range []struct {
		name  string
		block *block
		width *int
		arity int
	}{{"node", &l.node, &d.Node, 1}, {"edge", &l.pair, &d.Edge, 2},
		{"factor", &l.factor, &d.Factor, max(3, d.Arity)}}[:n] {
		states := (&sp.Factors{Arity: part.arity}).States(d.K)
		*part.block, *part.width = block{states: states, seen: given}, cmp.Or(*part.width, states)
		if w := *part.width; w != states && w != states+1 && w != Parts*states {
			return nil, fmt.Errorf("feature: scores: %d %s features of %d labels: want a score for each "+
				"label, or of joint labels, and at most a constant behind them", w, part.name, d.K)
		}
	}
	l.dims = d
	l.place()
	return Given{l}, nil
}

// Given is the feature map of scores from elsewhere: logits of a network, or a graphical model. The
// score of label k is θ·s(k) with the node feature s(k): θ is weight 0, an inverse temperature. The
// weights of pairs follow, as in [Linear]. If pairs are given, too, there are one for all edges and
// one for all factors. An edge has the score of labels k and l in column k·K+l, a factor those of
// its joint labels in the order of [sp.Factors]. A column behind the scores, the constant 1, has no
// weight. With [Parts] times as many columns, each score is the sum of so many neighbours.
type Given struct{ *Linear }

// All reports whether all features are scores.
func (m Given) All() bool { return m.pair.seen == given }

// Weight returns what weight i scores, see [Linear.Weight]. One of scores has no labels.
func (m Given) Weight(i int) Weight {
	w := Weight{K: -1, L: -1, Given: true}
	switch {
	case i == 0:
	case !m.All():
		w = m.Linear.Weight(i)
	case i == 1:
		w.Edge = true
	default:
		w.Arity = max(3, m.dims.Arity)
	}
	return w
}

// Fits returns an error unless x has the scores of the map.
func (m Given) Fits(x *sp.Instance) error {
	if m.All() {
		if _, err := (&scoresOptions{Pairs: "given"}).featureMap(DimsOf(x), nil); err != nil {
			return fmt.Errorf("%w (instance %q)", err, x.ID)
		}
	}
	return m.Linear.Fits(x)
}

// Scores returns the features of x as scores; nil: they are none.
func Scores(x *sp.Instance) *sp.Potentials {
	m, err := (&scoresOptions{Pairs: "given"}).featureMap(DimsOf(x), nil)
	if err != nil || m.(Given).Fits(x) != nil {
		return nil
	}
	p := new(sp.Potentials)
	m.Potentials(p, []float64{1, 1, 1}, x)
	return p
}

// Support appends all coordinates.
func (m Given) Support(ranges []int32, _ *sp.Instance) []int32 {
	return append(ranges, 0, int32(m.dim))
}

// of returns the block for the factors of x.
func (b block) of(x *sp.Instance) block {
	if b.seen == given {
		b.states = x.Factors.States(x.K)
	}
	return b
}

// each calls take with the scores in row i.
func (b block) each(rows *sp.Rows, i int, take func(state int, v float64)) {
	parts := max(1, rows.D/b.states)
	if !rows.Sparse() {
		for j, v := range rows.DenseRow(i) {
			if j /= parts; j < b.states {
				take(j, float64(v))
			}
		}
		return
	}
	index, value := rows.Row(i)
	for t, j := range index {
		v := 1.0
		if value != nil {
			v = float64(value[t])
		}
		if k := int(j) / parts; k < b.states {
			take(k, v)
		}
	}
}
