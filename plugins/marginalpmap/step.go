package main

import "math"

// A step is the step size of stochastic gradient descent from w = 0,
//
//	γ_h = min(1/(λh), r_h/√(Σ_{t≤h}‖g_t‖²)),  r_h = max(ℓ(0)/‖g_1‖, max_{t≤h}‖w_t‖),
//
// g_t the stochastic gradient of the mean ℓ. The first part is that of a λ-strongly
// convex function, and by itself the standard step: the paper's (Shpakova, Bach &
// Osokin 2018, section 2.2, after Shalev-Shwartz et al. 2011). It begins with steps of
// 1/λ, whatever the scores are made of, and where λ is small and ℓ a sum over hundreds
// of variables what it shatters is not mended within any budget. The second part is the distance over
// the gradients (Ivgi, Hinder and Carmon: DoG is SGD's best friend, ICML 2023):
// it needs to know no scale, neither of features nor of losses, and follows
// gradients that grow on the way, as those of the marginal losses do where
// variables turn together. Its first distance is here how far the line of descent
// is from ℓ = 0 when ℓ(0), known without an oracle, falls as the first gradient says.
type step struct {
	lambda   float64
	standard bool // 1/(λh) alone
	h        int
	radius   float64 // r_h
	squares  float64 // Σ‖g_t‖²
}

// next returns γ for the next step, along a gradient of the given squared norm from
// a w of the given norm; zero is ℓ(0) on the instances of the step.
func (s *step) next(square, norm, zero float64) float64 {
	s.h++
	if s.squares == 0 && square > 0 {
		s.radius = zero / math.Sqrt(square)
	}
	s.squares += square
	s.radius = max(s.radius, norm)
	gamma := 1 / (s.lambda * float64(s.h))
	if s.squares > 0 && !s.standard {
		gamma = min(gamma, s.radius/math.Sqrt(s.squares))
	}
	return gamma
}
