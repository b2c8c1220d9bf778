package network

import "math"

// adam returns the step of Adam (Kingma & Ba 2015, Algorithm 1) for a range of weights, with β₁ =
// 0.9, β₂ = 0.999 and ε = 1e-8. Multiplying all gradients by one number changes no step, except for
// ε. It is lazy: weights of sparse features absent from a batch keep their values and means.
func (t *Training) adam(rate float32) func(lo, hi int) {
	const b1, b2 = 0.9, 0.999
	c1 := float32(1 / (1 - math.Pow(b1, float64(t.steps))))
	c2 := float32(1 / (1 - math.Pow(b2, float64(t.steps))))
	return func(lo, hi int) {
		w, m, s := t.Network.weights[lo:hi], t.velocity[lo:hi], t.square[lo:hi]
		for j, g := range t.parts[0].gradient[lo:hi] {
			m[j] = float32(b1*m[j]) + float32((1-b1)*g)
			s[j] = float32(b2*s[j]) + float32((1-b2)*float32(g*g))
			w[j] -= float32(rate*float32(c1*m[j])) / (float32(math.Sqrt(float64(c2*s[j]))) + 1e-8)
		}
	}
}
