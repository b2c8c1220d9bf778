package optim

import "gonum.org/v1/gonum/floats"

// A memory holds the last steps s and the changes y of the gradient along them.
type memory struct {
	size  int
	pairs []pair // oldest first
}

type pair struct {
	s, y       []float64
	sy, ss, yy float64 // inner products
	rho        float64 // 1/⟨s,y⟩ over the free coordinates; 0: the pair is ignored
	alpha      float64 // of the first loop, for the second
}

// memorySize returns the number of pairs to keep for dim coordinates. More pairs need fewer
// evaluations, until the two loops cost as much as an evaluation. 100 pairs bring a CRF of 4030
// weights within 1e-6 of its minimum in 75 evaluations, 10 in 116. On 74,000 weights of text 6
// pairs and 56 take the same time. They take at most 32 MiB unless 6 pairs need more.
func memorySize(dim int) int {
	return min(max(6, 32<<20/(16*max(dim, 1))), 100)
}

// update stores the step from p to q, unless the function was not convex along it. It reuses
// the arrays of the oldest pair.
func (m *memory) update(p, q *point) {
	var fresh pair
	if len(m.pairs) < m.size {
		fresh = pair{s: make([]float64, len(p.w)), y: make([]float64, len(p.w))}
	} else {
		fresh = m.pairs[0]
		m.pairs = append(m.pairs[:0], m.pairs[1:]...)
	}
	floats.SubTo(fresh.s, q.w, p.w)
	floats.SubTo(fresh.y, q.grad, p.grad)
	fresh.sy, fresh.ss, fresh.yy = floats.Dot(fresh.s, fresh.y), floats.Dot(fresh.s, fresh.s),
		floats.Dot(fresh.y, fresh.y)
	if convex(fresh.sy, fresh.ss, fresh.yy) {
		m.pairs = append(m.pairs, fresh)
	}
}

// convex reports whether ⟨s,y⟩ is positive beyond rounding.
func convex(sy, ss, yy float64) bool { return sy > 0 && sy*sy > 1e-20*ss*yy }

// direction sets m.dir to minus the inverse Hessian estimate times the gradient (two-loop
// recursion) in the free coordinates, and to minus the estimate's scale times the gradient in
// the active ones. Without an estimate it returns false, and the direction is the negative
// gradient.
func (m *minimizer) direction() (curved bool) {
	d, scale := m.dir, 1.0
	copy(d, m.at.grad)
	m.clearActive(d)
	for i := len(m.mem.pairs) - 1; i >= 0; i-- {
		p := &m.mem.pairs[i]
		yy := m.restrict(p)
		if p.rho == 0 {
			continue
		}
		if !curved {
			curved, scale = true, 1/(p.rho*yy)
		}
		p.alpha = p.rho * floats.Dot(p.s, d)
		floats.AddScaled(d, -p.alpha, p.y)
		m.clearActive(d)
	}
	floats.Scale(scale, d)
	for _, p := range m.mem.pairs {
		if p.rho != 0 {
			beta := p.rho * floats.Dot(p.y, d)
			floats.AddScaled(d, p.alpha-beta, p.s)
			m.clearActive(d)
		}
	}
	floats.Scale(-1, d)
	for _, i := range m.active {
		d[i] = -scale * m.at.grad[i]
	}
	return curved
}

// restrict sets rho of p for the free coordinates and returns ⟨y,y⟩ over them.
func (m *minimizer) restrict(p *pair) (yy float64) {
	sy, ss, yy := p.sy, p.ss, p.yy
	for _, i := range m.active {
		sy -= p.s[i] * p.y[i]
		ss -= p.s[i] * p.s[i]
		yy -= p.y[i] * p.y[i]
	}
	p.rho = 0
	if convex(sy, ss, yy) {
		p.rho = 1 / sy
	}
	return yy
}

func (m *minimizer) clearActive(d []float64) {
	for _, i := range m.active {
		d[i] = 0
	}
}
