package metric

import (
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
