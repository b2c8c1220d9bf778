package network

import "math"

// adam is the step of Adam (Kingma & Ba 2015, Algorithm 1) with β₁ = 0.9, β₂ = 0.999 and ε =
// 1e-8. Multiplying all gradients by one number changes no step, except for ε.
func (t *Training) adam(sum []float32, rate float32) {
	const b1, b2 = 0.9, 0.999
	t.steps++
	w, m, s := t.Network.weights, t.velocity, t.square
	c1 := float32(1 / (1 - math.Pow(b1, float64(t.steps))))
	c2 := float32(1 / (1 - math.Pow(b2, float64(t.steps))))
	for j, g := range sum {
		m[j] = float32(b1*m[j]) + float32((1-b1)*g)
		s[j] = float32(b2*s[j]) + float32((1-b2)*float32(g*g))
		w[j] -= float32(rate*float32(c1*m[j])) / (float32(math.Sqrt(float64(c2*s[j]))) + 1e-8)
	}
}
