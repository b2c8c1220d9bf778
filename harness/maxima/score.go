package maxima

import "gonum.org/v1/gonum/floats"

// A ScoreFunction estimates the gradient of E L(y(θ+σz)) by θ, for standard normal z, from losses
// alone (Williams 1992):
//
//	1/M·Σ_m (L_m − b_m)·z_m/σ
//
// The baseline b_m is the mean of the other losses, or a number that does not depend on z. It
// keeps the estimate unbiased, and reduces its variance. θ may be scores or weights. The zero value
// has no draws.
type ScoreFunction struct {
	draws         int
	loss          float64   // ΣL
	noise, scaled []float64 // Σz, ΣL·z
}

// Reset removes all draws of noise with n entries.
func (s *ScoreFunction) Reset(n int) {
	if cap(s.noise) < n {
		s.noise, s.scaled = make([]float64, n), make([]float64, n)
	}
	s.draws, s.loss, s.noise, s.scaled = 0, 0, s.noise[:n], s.scaled[:n]
	clear(s.noise)
	clear(s.scaled)
}

// Add adds a draw: the loss of the maximiser under θ+σz. O(n).
func (s *ScoreFunction) Add(loss float64, z []float64) {
	s.draws++
	s.loss += loss
	floats.Add(s.noise, z)
	floats.AddScaled(s.scaled, loss, z)
}

// Value returns the mean loss.
func (s *ScoreFunction) Value() float64 { return s.loss / float64(max(s.draws, 1)) }

// Gradient returns the estimate (n). b is the baseline of a single draw; several need none. The
// slice is valid until the next Reset. Call it once.
func (s *ScoreFunction) Gradient(sigma, b float64) []float64 {
	c := 1 / sigma
	if s.draws > 1 { // (L_m − b_m) = M/(M−1)·(L_m − mean)
		b = s.Value()
		c /= float64(s.draws - 1)
	}
	floats.AddScaled(s.scaled, -b, s.noise)
	floats.Scale(c, s.scaled)
	return s.scaled
}
