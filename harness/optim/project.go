package optim

import "math"

// Project replaces the negative ones among the listed coordinates by 0: the
// nearest point with those coordinates >= 0. O(len(nonNegative)).
func Project(w []float64, nonNegative []int) {
	for _, i := range nonNegative {
		if w[i] < 0 {
			w[i] = 0
		}
	}
}

// Bound returns a lower bound on min f over the w with w[i] >= 0 for i in
// nonNegative, from the value and gradient at one feasible w, for an f of which
// f − λ/2·‖w‖² is convex: the minimum over v of f + ⟨grad, v−w⟩ + λ/2·‖v−w‖².
// Without constraints it is f − ‖grad‖²/(2λ). A coordinate whose v is 0 adds −grad·w + λ/2·w²: the large
// ‖grad‖²/(2λ) would round it away. O(len(w)) time and bytes.
func Bound(f float64, w, grad []float64, lambda float64, nonNegative []int) float64 {
	held := make([]bool, len(w)) // v is 0
	for _, i := range nonNegative {
		if held[i] = grad[i]/lambda > w[i]; held[i] {
			f -= (grad[i] - lambda/2*w[i]) * w[i]
		}
	}
	sum := 0.0
	for i, g := range grad {
		if !held[i] {
			sum += g * g
		}
	}
	return f - sum/(2*lambda)
}

// epsilon is the largest distance from its bound at which a coordinate that the
// gradient pushes there counts as active.
const epsilon = 1e-4

// findActive sets m.active: the constrained coordinates whose gradient is
// positive and which are within min(ε, ‖w − P(w − grad)‖) of 0, the norm over the
// constrained coordinates (Bertsekas 1982). Without that distance
// the first of them to reach 0 would cut every step short.
func (m *minimizer) findActive() {
	w, grad := m.at.w, m.at.grad
	norm := 0.0
	for _, i := range m.o.NonNegative {
		norm = math.Hypot(norm, w[i]-max(w[i]-grad[i], 0))
	}
	m.active = m.active[:0]
	for _, i := range m.o.NonNegative {
		if grad[i] > 0 && w[i] <= min(epsilon, norm) {
			m.active = append(m.active, i)
		}
	}
}
