package metric

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// givenScore is the score of the predicted labels if the features of x are scores, as of a given
// model: one for each label of a variable and for each pair of labels of an edge. It is the score
// of the whole labeling, with revealed labels. It is not measured if all labels are revealed.
func givenScore(x *sp.Instance, _ []int32, p *sp.Prediction) (num, den float64) {
	if x.Node.Sparse() || x.Node.D != x.K || len(x.Edges) > 0 && (x.Edge.Sparse() ||
		x.Edge.D != x.K*x.K) || p.Labels == nil {
		return 0, 0
	}
	hidden := false
	for v, k := range p.Labels {
		hidden = hidden || x.Gold[v] == sp.Unknown
		num += float64(x.Node.DenseRow(v)[k])
	}
	for e, uv := range x.Edges {
		num += float64(x.Edge.DenseRow(e)[int(p.Labels[uv.U])*x.K+int(p.Labels[uv.V])])
	}
	if !hidden {
		return 0, 0
	}
	return num, 1
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
