package metric

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// perInstance returns the statistics of a loss with one number for an instance.
func perInstance(l sp.Loss) func(*Case) (num, den float64) {
	return func(x *Case) (float64, float64) {
		if x.n == 0 {
			return 0, 0
		}
		return l.Value(x.Instance, x.known, x.Labels), 1
	}
}

func wrong(x *Case) (num, den float64) {
	return loss.Hamming{}.Value(x.Instance, x.known, x.Labels), float64(x.n)
}

func right(x *Case) (num, den float64) {
	num, den = wrong(x)
	return den - num, den
}

// givenScore is the score of the predicted labels if the features of x are scores, as of a given
// model ([feature.Scores]). It is the score of the whole labeling, with revealed labels. It is not
// measured if all labels are revealed.
func givenScore(x *Case) (num, den float64) {
	scores := feature.Scores(x.Instance)
	if scores == nil || x.Labels == nil || !slices.Contains(x.Gold, sp.Unknown) {
		return 0, 0
	}
	return scores.Score(x.Labels), 1
}

// marginalDistance is the total variation distance between the marginals of p and the known
// marginals of x, which are the shares of its sizes by true label. It is half the sum of absolute
// differences, from 0 to 1, over the hidden variables with known marginals.
func marginalDistance(x *Case) (num, den float64) {
	if x.Mixed == nil || x.Marginal == nil {
		return 0, 0
	}
	for v := range x.N() {
		known, q := x.Mixed[v*x.K:(v+1)*x.K], x.Marginal[v*x.K:(v+1)*x.K]
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
func logZ(x *Case) (num, den float64) {
	if !x.Summed {
		return 0, 0
	}
	return x.LogZ, float64(x.N())
}

func logLoss(x *Case) (num, den float64) {
	// A marginal of 0 for the truth would make every mean infinite: estimates
	// from finitely many draws are floored at 1e-12.
	return overVariables(x, func(q []float64, k int32) float64 {
		return -math.Log(max(q[k], 1e-12))
	})
}

func brier(x *Case) (num, den float64) {
	return overVariables(x, func(q []float64, k int32) float64 {
		s := 1 - 2*q[k]
		for _, v := range q {
			s += v * v
		}
		return s
	})
}

func overVariables(x *Case, cost func(q []float64, k int32) float64) (num, den float64) {
	if x.Marginal == nil {
		return 0, 0
	}
	for d, k := range x.known {
		if k != sp.Unknown {
			num += cost(x.Marginal[d*x.K:(d+1)*x.K], k)
			den++
		}
	}
	return num, den
}
