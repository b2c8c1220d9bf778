package metric

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

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
