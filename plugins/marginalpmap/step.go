package marginalpmap

import "github.com/spbench/spbench/harness/optim"

// A step is the step size of stochastic gradient descent from w = 0,
//
//	γ_h = min(1/(λh), r_h/√(Σ_{t≤h}‖g_t‖²))
//
// with g_t the stochastic gradient of the mean ℓ. The first part suits a λ-strongly convex
// function; alone it is the standard step of the paper (Shpakova, Bach & Osokin 2018, section 2.2,
// after Shalev-Shwartz et al. 2011). The second part is an [optim.Distance] with the value ℓ(0),
// known without an oracle. It matters because gradients of the marginal losses grow during
// training, when variables flip together.
type step struct {
	lambda   float64
	standard bool // 1/(λh) alone
	h        int
	distance optim.Distance
}

// next returns γ for the next step, along a gradient of the given squared norm from
// a w of the given norm; zero is ℓ(0) on the instances of the step.
func (s *step) next(square, norm, zero float64) float64 {
	s.h++
	gamma, longest := 1/(s.lambda*float64(s.h)), s.distance.Bound(square, norm, zero)
	if !s.standard {
		gamma = min(gamma, longest)
	}
	return gamma
}
