package export

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/feature"
)

// A Weight is a fitted weight with its name.
type Weight struct {
	Weight  float64 `json:"weight" help:"its value"`
	Of      string  `json:"of" help:"variable, edge, factor, or learner: its own, as of a network"`
	Feature string  `json:"feature" help:"name of the feature, or its column; constant for edges without features"`
	Label   string  `json:"label" help:"of the variable, of the first one of an edge, all of a factor; equal labels: a Potts strength"`
	Next    string  `json:"next" help:"of the second variable of an edge"`
	Index   int     `json:"index" help:"place among all weights of the fit, from 0"`
}

// Names are the names of the labels and of the columns of a dataset. A column without a name has
// its number.
type Names struct{ Labels, Node, Edge []string }

// Weights returns the weights other than 0, the largest absolute value first. The first dim weights
// belong to the feature map, and of returns the feature and the labels of each. The others are the
// learner's own.
func Weights(w []float64, dim int, of func(i int) feature.Weight, names Names) []Weight {
	list := []Weight{} // JSON: never null
	for i, v := range w {
		if v == 0 {
			continue
		}
		line := Weight{Weight: v, Of: "learner", Index: i}
		if i < dim {
			at := of(i)
			line.Of, line.Feature = "variable", named(names.Node, at.Column)
			if at.Edge {
				line.Of, line.Feature = "edge", named(names.Edge, at.Column)
			}
			if line.Label = "equal labels"; at.K >= 0 {
				line.Label = names.Labels[at.K]
			}
			if at.Arity > 0 {
				line.Of = "factor"
			}
			if at.Given {
				line.Feature, line.Label = "score", "its own"
			} else if at.Arity > 0 {
				line.Of, line.Feature = "factor", "constant"
				line.Label = names.Labels[at.State%len(names.Labels)]
				for range at.Arity - 1 {
					at.State /= len(names.Labels)
					line.Label = names.Labels[at.State%len(names.Labels)] + " → " + line.Label
				}
			}
			if at.L >= 0 {
				line.Next = names.Labels[at.L]
			}
		}
		list = append(list, line)
	}
	slices.SortStableFunc(list, func(a, b Weight) int {
		return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight))
	})
	return list
}

func named(names []string, column int) string {
	if column < len(names) {
		return names[column]
	}
	return strconv.Itoa(column)
}
