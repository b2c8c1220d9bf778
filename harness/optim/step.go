package optim

import "math"

// A Step is the step size γ_t = Scale·(1+Shift)/(t+Shift) of iteration t = 1, 2, …:
// Scale/t by default, so that Scale 1/λ gives the 1/(λt) of a λ-strongly convex
// function; (1+m)/(t+m) at Scale 1, Shift m; constant when Shift is +Inf. For any
// finite Shift the steps diminish but their sum does not end.
type Step struct{ Scale, Shift float64 }

// At returns γ_t.
func (s Step) At(t int) float64 {
	if math.IsInf(s.Shift, 1) {
		return s.Scale
	}
	return s.Scale * (1 + s.Shift) / (float64(t) + s.Shift)
}
