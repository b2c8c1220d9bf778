package metric

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// perInstance returns the statistics of a loss with one number for an instance.
func perInstance(l sp.Loss) func(*sp.Instance, []int32, *sp.Prediction) (num, den float64) {
	return func(x *sp.Instance, gold []int32, p *sp.Prediction) (float64, float64) {
		ref, n := scored(x, gold)
		if n == 0 {
			return 0, 0
		}
		return l.Value(x, ref, p.Labels), 1
	}
}

func wrong(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
	ref, n := scored(x, gold)
	return loss.Hamming{}.Value(x, ref, p.Labels), float64(n)
}

func right(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
	num, den = wrong(x, gold, p)
	return den - num, den
}

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

// logZ is the log Z of a prediction for each variable, revealed or not.
func logZ(x *sp.Instance, _ []int32, p *sp.Prediction) (num, den float64) {
	if !p.Summed {
		return 0, 0
	}
	return p.LogZ, float64(x.N())
}

func logLoss(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
	// A marginal of 0 for the truth would make every mean infinite: estimates
	// from finitely many draws are floored at 1e-12.
	return overVariables(x, gold, p, func(q []float64, k int32) float64 {
		return -math.Log(max(q[k], 1e-12))
	})
}

func brier(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
	return overVariables(x, gold, p, func(q []float64, k int32) float64 {
		s := 1 - 2*q[k]
		for _, v := range q {
			s += v * v
		}
		return s
	})
}

func overVariables(x *sp.Instance, gold []int32, p *sp.Prediction, cost func(q []float64,
	k int32) float64) (num, den float64) {
	if p.Marginal == nil {
		return 0, 0
	}
	ref, _ := scored(x, gold)
	for d, k := range ref {
		if k != sp.Unknown {
			num += cost(p.Marginal[d*x.K:(d+1)*x.K], k)
			den++
		}
	}
	return num, den
}
