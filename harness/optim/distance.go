package optim

import "math"

// A Distance bounds the step sizes of a stochastic method that knows no scale, neither of features nor of losses, by the
// distance over the gradients (Ivgi, Hinder and Carmon: DoG is SGD's best friend, ICML 2023):
//
//	γ_h ≤ r_h/√(Σ_{t≤h}‖g_t‖²),  r_h = max(ℓ_1/‖g_1‖, max_{t≤h}‖w_t‖),
//
// g_t the stochastic gradient of ℓ at w_t. It follows gradients that grow on the way. The first distance is here how far the
// line of descent is from ℓ = 0 when ℓ falls as the first gradient says. The zero value is ready to use.
//
// The 1/(λt) of a λ-strongly convex function needs such a bound: it begins with steps of 1/λ, whatever the scores are made of,
// and where λ is small and ℓ a sum over many variables those shatter what is not mended within any budget, so that the last
// digits of the features decide what is learned.
type Distance struct {
	Radius  float64 // r_h
	Squares float64 // Σ‖g_t‖²
}

// Bound returns the longest next step along a gradient of the given squared norm, from a w of the given norm where the
// loss of the step's terms has that value, which only the first gradient that is not zero heeds.
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

// State returns pointers to all that steps change, for learner.Recorder.Resume.
func (d *Distance) State() []any { return []any{&d.Radius, &d.Squares} }
