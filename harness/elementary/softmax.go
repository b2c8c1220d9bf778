package elementary

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
)

// Softmax replaces the scores v by probabilities in proportion to their exponentials. It
// returns the logarithm of the sum of the exponentials. Scores may be -Inf, except all of them.
func Softmax(v []float64) (logSum float64) {
	if len(v) < 4 {
		return softmaxOfFew(v)
	}
	top, sum := kernel.Max(v), 0.0
	Exps(v, v, top)
	for _, e := range v {
		sum += e
	}
	kernel.Scale(v, 1/sum)
	return top + Log(sum)
}

// softmaxOfFew is Softmax with no calls except Exp.
func softmaxOfFew(v []float64) (logSum float64) {
	top := math.Inf(-1)
	for _, s := range v {
		top = max(top, s)
	}
	sum := 0.0
	for i, s := range v {
		v[i] = Exp(s - top)
		sum += v[i]
	}
	scale := 1 / sum
	for i := range v {
		v[i] *= scale
	}
	return top + Log(sum)
}
