package maxima

import "math"

// Adaptive is the choice of ε by AIMLE (Minervini, Franceschi & Niepert 2023): ε =
// α·‖θ‖/‖c‖ for the scores θ and costs c of an instance. α starts at Eta. It grows by Eta while a
// decaying mean of the nonzero entries of gradients by node scores is below 1. Otherwise it shrinks by Eta,
// down to Eta. The paper calls ε λ, and starts at α = 0.
type Adaptive struct {
	Eta float64 // η: change of α after an estimate

	alpha, nonzero float64
}

// decay is the factor of earlier estimates in the mean of nonzero entries.
const decay = 0.9

// State returns pointers to everything that Update changes, for learner.Recorder.Resume.
func (a *Adaptive) State() []any { return []any{&a.alpha, &a.nonzero} }

// Epsilon returns ε for node scores θ (n×K) without noise, and costs; α if either is 0. O(nK).
func (a *Adaptive) Epsilon(scores, costs []float64) float64 {
	alpha, theta, c := max(a.alpha, a.Eta), norm(scores), norm(costs)
	if theta == 0 || c == 0 {
		return alpha
	}
	return alpha * theta / c
}

func norm(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}

// Update changes α after the estimate e.
func (a *Adaptive) Update(e *Estimate) {
	a.nonzero = decay*a.nonzero + (1-decay)*e.Nonzero()
	step := a.Eta
	if a.nonzero >= 1 { // c of the paper
		step = -step
	}
	a.alpha = max(max(a.alpha, a.Eta)+step, a.Eta)
}
