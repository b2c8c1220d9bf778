package network

// descend changes the weights by the gradients of the parts, added in their order.
func (t *Training) descend(rate float32) {
	sum := t.parts[0].gradient
	for i := 1; i < len(t.parts); i++ {
		for j, g := range t.parts[i].gradient {
			sum[j] += g
		}
	}
	if t.Adam {
		t.adam(sum, rate)
	} else {
		t.momentum(sum, rate)
	}
	t.Network.changed()
}

// momentum is the step of gradient descent with momentum.
func (t *Training) momentum(sum []float32, rate float32) {
	keep, w := float32(t.Momentum), t.Network.weights
	for j, g := range sum {
		v := float32(keep*t.velocity[j]) - float32(rate*g)
		t.velocity[j] = v
		w[j] += v
	}
}
