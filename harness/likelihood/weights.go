package likelihood

import (
	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/sp"
)

// Weights are the a_d of −Σ_d a_d·log p(y_d): a_d = θ_d(y_d)·n/Σθ, θ_d(y_d) the weight of the gold
// label in Loss, and n and Σθ over the variables of the instance with a known label. Their mean is
// 1, so λ keeps its meaning. By weighted-hamming, a class of n_k variables of equal size has a_d =
// n/(C·n_k), C the number of classes in the instance. By hamming all are 1.
type Weights struct {
	Loss sp.NodeLoss // nil: all are 1

	theta []float64
}

// of computes the weights of x.
func (w *Weights) of(x *sp.Instance) {
	if w.Loss == nil {
		return
	}
	w.theta = sp.Grow(w.theta, x.N()*x.K)
	w.Loss.Weights(w.theta, x, nil)
	n, sum := 0.0, 0.0
	for d, y := range x.Gold {
		if y != sp.Unknown {
			n, sum = n+1, sum+w.theta[d*x.K+int(y)]
		}
	}
	floats.Scale(n/sum, w.theta)
}

// times returns a_d times the term of variable d with label y, and multiplies its derivatives. The
// Loss is not nil.
func (w *Weights) times(term float64, row []float64, d int, y int32) float64 {
	a := w.theta[d*len(row)+int(y)]
	floats.Scale(a, row)
	return a * term
}
