package network

// descend changes the weights by the gradients of the parts, added in their order.
func (t *Training) descend(rate float32) {
	t.steps++
	first, step := &t.parts[0], t.momentum(rate)
	if t.Adam {
		step = t.adam(rate)
	}
	for i := 1; i < len(t.parts); i++ {
		t.parts[i].ranges(func(lo, hi int) {
			add(first.gradient[lo:hi], t.parts[i].gradient[lo:hi])
		})
		for _, j := range t.parts[i].rows {
			first.touch(j)
		}
	}
	first.ranges(step)
	t.Network.changed()
}

func add(dst, x []float32) {
	for j, g := range x {
		dst[j] += g
	}
}

// momentum returns the step of gradient descent with momentum for a range of weights.
func (t *Training) momentum(rate float32) func(lo, hi int) {
	keep := float32(t.Momentum)
	return func(lo, hi int) {
		w, velocity := t.Network.weights[lo:hi], t.velocity[lo:hi]
		for j, g := range t.parts[0].gradient[lo:hi] {
			v := float32(keep*velocity[j]) - float32(rate*g)
			velocity[j] = v
			w[j] += v
		}
	}
}
