package optim

import "math"

// Project sets negative values among the listed coordinates to 0: the nearest point with those
// coordinates >= 0. O(len(nonNegative)).
func Project(w []float64, nonNegative []int) {
	for _, i := range nonNegative {
		if w[i] < 0 {
			w[i] = 0
		}
	}
}

// Bound returns a lower bound on min f over the w with w[i] >= 0 for i in nonNegative, from the
// value and gradient at one feasible w. f − λ/2·‖w‖² must be convex. The bound is the minimum
// over v of f + ⟨grad, v−w⟩ + λ/2·‖v−w‖²; without constraints f − ‖grad‖²/(2λ). A coordinate
// with v = 0 adds −grad·w + λ/2·w²: computed by the large ‖grad‖²/(2λ), it would be lost to
// rounding. O(len(w)) time and bytes.
func Bound(f float64, w, grad []float64, lambda float64, nonNegative []int) float64 {
	var held []bool // v is 0
	if len(nonNegative) > 0 {
		held = make([]bool, len(w))
	}
	for _, i := range nonNegative {
		if held[i] = grad[i]/lambda > w[i]; held[i] {
			f -= (grad[i] - lambda/2*w[i]) * w[i]
		}
	}
	sum := 0.0
	for i, g := range grad {
		if held == nil || !held[i] {
			sum += g * g
		}
	}
	return f - sum/(2*lambda)
}

// epsilon limits the distance of active coordinates from their bound.
const epsilon = 1e-4

// findActive sets m.active to the bounded coordinates with a gradient towards 0 within min(ε,
// ‖w − P(w − grad)‖) of 0, the norm over the bounded coordinates (Bertsekas 1982). Without
// this margin the first coordinate to reach 0 would cut every step short.
func (m *minimizer) findActive() {
	w, grad := m.at.w, m.at.grad
	norm := 0.0
	for _, i := range m.bounded {
		v, g := w[i]*m.sign[i], grad[i]*m.sign[i]
		norm = math.Hypot(norm, v-max(v-g, 0))
	}
	m.active = m.active[:0]
	for _, i := range m.bounded {
		if grad[i]*m.sign[i] > 0 && w[i]*m.sign[i] <= min(epsilon, norm) {
			m.active = append(m.active, i)
		}
	}
}
