package optim

import "math"

// orthant begins an iteration of orthant-wise limited-memory quasi-Newton (Andrew & Gao, Scalable
// training of L1-regularized log-linear models, ICML 2007). F = f + Σ L1[i]·|w[i]| is smooth while
// no coordinate changes its sign. So each coordinate is bounded to its sign at m.at, and a zero to
// the sign of its descent. m.at.grad becomes the gradient of F there. This is the paper's
// pseudo-gradient (eq. 4), except for coordinates to stay at 0: it presses these against 0. orthant
// returns the gradient of f. O(dim).
//
// The rest is an iteration under bounds. Its direction comes from the free coordinates alone. The
// paper takes all, and drops components of a wrong sign. The memory holds changes of the gradient
// of f. Without L1 orthant does nothing.
func (m *minimizer) orthant() []float64 {
	if m.o.L1 == nil {
		return m.at.grad
	}
	for i, c := range m.o.L1 {
		w, g := m.at.w[i], m.at.grad[i]-c*m.sign[i]
		m.smooth[i] = g
		if w == 0 {
			w = -g
		}
		if !m.positive[i] {
			m.sign[i] = math.Copysign(1, w)
		}
		m.at.grad[i] = g + c*m.sign[i]
	}
	return m.smooth
}

// penalize returns Σ L1[i]·|w[i]| at p, and adds its gradient in the orthant to that of f.
func (m *minimizer) penalize(p *point) (sum float64) {
	for i, c := range m.o.L1 {
		sum += c * math.Abs(p.w[i])
		p.grad[i] += c * m.sign[i]
	}
	return sum
}

// BoundL1 returns a lower bound on the minimum of F(w) = ℓ(w) + λ/2·‖w‖² + Σ l1[i]·|w[i]| under the
// sign constraints. It needs f = F(w) and the gradient of ℓ + λ/2·‖w‖² at one feasible w. ℓ must be
// convex and at least 0, such as a likelihood. λ may be 0.
//
// The bound is Fenchel's dual of F at c·g, g = ∇ℓ(w):
//
//	D(c) = −ℓ*(c·g) − Σ max(0, |c·gᵢ| − l1[i])²/(2λ),  −ℓ*(g) = ℓ(w) − ⟨g,w⟩
//
// Here −gᵢ replaces |gᵢ| if w[i] >= 0. For a likelihood, g belongs to the distributions p(y|x) at
// w, and −ℓ*(g) is their mean entropy. Then c·g belongs to the mixtures c·p + (1−c)·gold. They have
// at least c times the entropy, as gold has none. For any ℓ >= 0,
// −ℓ*(c·g) >= −c·ℓ*(g) by convexity.
//
// One candidate is c = 1. The other, and the only one for λ = 0, is the largest c without an
// excess, c = min(1, minᵢ l1[i]/|gᵢ|) (Koh, Kim & Boyd 2007, for logistic regression). BoundL1
// returns the larger value. At the minimum both are F. O(dim) time and bytes.
func BoundL1(f float64, w, grad []float64, lambda float64, l1 []float64,
	nonNegative []int) float64 {
	positive := mask(len(w), nonNegative)
	excess, share := 0.0, 1.0
	for i, v := range w {
		f += (lambda/2*v-grad[i])*v - l1[i]*math.Abs(v)
		size := lambda*v - grad[i]
		if !positive[i] {
			size = math.Abs(size)
		}
		if over := size - l1[i]; over > 0 {
			excess += over * over
			share = min(share, l1[i]/size)
		}
	}
	if lambda > 0 {
		return max(f-excess/(2*lambda), share*f)
	}
	return share * f
}

// mask returns which of n coordinates are in the list.
func mask(n int, list []int) []bool {
	is := make([]bool, n)
	for _, i := range list {
		is[i] = true
	}
	return is
}
