package optim

import "math"

// A Step is the step size γ_t = Scale·(1+Shift)/(t+Shift) of iteration t = 1, 2, …. By default
// it is Scale/t: Scale 1/λ gives the 1/(λt) of a λ-strongly convex function. Scale 1, Shift m
// gives (1+m)/(t+m). Shift +Inf gives constant steps. For any finite Shift the steps diminish
// but their sum diverges.
type Step struct{ Scale, Shift float64 }

// At returns γ_t.
func (s Step) At(t int) float64 {
	if math.IsInf(s.Shift, 1) {
		return s.Scale
	}
	return s.Scale * (1 + s.Shift) / (float64(t) + s.Shift)
}
