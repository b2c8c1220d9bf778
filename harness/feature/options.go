package feature

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

var linearKind = kind{
	Name: "linear", Doc: "weights per node feature and label, and per edge feature and pair of labels",
	new: func() options {
		o := Defaults()
		return &o
	},
}

// Forms of the pairwise part of a [Linear] map.
const (
	PairsFull  = "full"  // a K×K table of weights per edge feature
	PairsPotts = "potts" // one strength per edge feature, scored if the two labels agree
	PairsNone  = "none"  // no weights: the variables are independent
)

// Options are the arguments of the "linear" feature map.
type Options struct {
	// Pairs is PairsFull (the default), PairsPotts or PairsNone.
	Pairs string `json:"pairs" enum:"full,potts,none" help:"weights per edge feature: a K×K table, one Potts strength, or none"`
	// Reference fixes the score of label 0 to 0 at every node, so that it has no node weights:
	// the usual parametrisation of a binary model.
	Reference bool `json:"reference" help:"label 0 has no node weights"`
	// NonNegative keeps the Potts strengths >= 0. The model then stays submodular, provided its
	// edge features are >= 0 too.
	NonNegative bool `json:"nonnegative" when:"pairs=potts" help:"strengths are kept >= 0"`
	// Order 2 or 3 is for sequences. It adds a factor over each three or four successive variables.
	// Each joint labeling of a factor has a weight.
	Order int `json:"order" range:"[1,3]" help:"labels before each in a factor: 2 has K^3 weights"`
	// Seen asks callers to leave out weights that the training labels do not use, by [Seen].
	Seen bool `json:"seen" help:"a sparse feature has weights only for labels, or pairs of labels, that it has in the training labels"`
}

// Defaults returns the default options.
func Defaults() Options { return Options{Pairs: PairsFull, NonNegative: true, Order: 1} }

func (o *Options) featureMap(d Dims, seen []int32) (sp.FeatureMap, error) {
	l, err := NewLinear(*o, d)
	if err != nil || seen == nil {
		return l, err
	}
	return l.only(seen)
}

func (o Options) check(d Dims) error {
	switch o.Pairs {
	case PairsFull, PairsPotts, PairsNone:
	default:
		return fmt.Errorf("pairs is %q, must be %q, %q or %q", o.Pairs, PairsFull, PairsPotts, PairsNone)
	}
	switch {
	case d.K < 1 || d.Node < 0 || d.Edge < 0:
		return fmt.Errorf("%d labels, %d node and %d edge features: "+
			"at least 1 label is needed and no width is negative", d.K, d.Node, d.Edge)
	case o.Reference && d.K < 2:
		return errors.New("reference needs at least 2 labels")
	}
	return nil
}
