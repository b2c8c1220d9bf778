package metric

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/sp"
)

// givenScore is the score of the predicted labels if the features of x are scores, as of a given
// model ([feature.Scores]). It is the score of the whole labeling, with revealed labels. It is not
// measured if all labels are revealed.
func givenScore(x *sp.Instance, _ []int32, p *sp.Prediction) (num, den float64) {
	scores := feature.Scores(x)
	if scores == nil || p.Labels == nil || !slices.Contains(x.Gold, sp.Unknown) {
		return 0, 0
	}
	return scores.Score(p.Labels), 1
}

// marginalDistance is the total variation distance between the marginals of p and the known
// marginals of x, which are the shares of its sizes by true label. It is half the sum of absolute
// differences, from 0 to 1, over the hidden variables with known marginals.
func marginalDistance(x *sp.Instance, _ []int32, p *sp.Prediction) (num, den float64) {
	if x.Mixed == nil || p.Marginal == nil {
		return 0, 0
	}
	for v := range x.N() {
		known, q := x.Mixed[v*x.K:(v+1)*x.K], p.Marginal[v*x.K:(v+1)*x.K]
		sum, distance := 0.0, 0.0
		for _, s := range known {
			sum += s
		}
		if sum == 0 || x.Gold[v] != sp.Unknown {
			continue
		}
		for k, s := range known {
			distance += math.Abs(s/sum - q[k])
		}
		num += distance / 2
		den++
	}
	return num, den
}
