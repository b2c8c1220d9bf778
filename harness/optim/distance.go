package optim

import "math"

// A Distance bounds the steps of a stochastic method without knowing the scale of features or
// losses, by the distance over the gradients (Ivgi, Hinder and Carmon: DoG is SGD's best
// friend, ICML 2023):
//
//	γ_h ≤ r_h/√(Σ_{t≤h}‖g_t‖²),  r_h = max(ℓ_1/‖g_1‖, max_{t≤h}‖w_t‖),
//
// g_t the stochastic gradient of ℓ at w_t. The bound adapts to growing gradients. The first
// distance is the length of the step to ℓ = 0 if ℓ fell at the rate of the first gradient. The
// zero value is ready to use.
//
// The steps 1/(λt) of a λ-strongly convex function need such a bound. They begin with 1/λ at
// any scale of the scores. If λ is small and ℓ a sum over many variables, such steps do damage
// no budget can repair, and the last digits of the features decide the result.
type Distance struct {
	Radius  float64 // r_h
	Squares float64 // Σ‖g_t‖²
}

// Bound returns the longest next step along a gradient with squared norm square, from a w of
// norm norm. value is the loss of the step's terms; only the first non-zero gradient uses it.
func (d *Distance) Bound(square, norm, value float64) float64 {
	if d.Squares == 0 && square > 0 {
		d.Radius = value / math.Sqrt(square)
	}
	d.Squares += square
	d.Radius = max(d.Radius, norm)
	if d.Squares == 0 {
		return math.Inf(1)
	}
	return d.Radius / math.Sqrt(d.Squares)
}

// State returns pointers to everything changed by steps, for learner.Recorder.Resume.
func (d *Distance) State() []any { return []any{&d.Radius, &d.Squares} }
