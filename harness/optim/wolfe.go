package optim

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

const (
	armijo    = 1e-4  // minimal share of the predicted decrease
	curvature = 0.9   // largest remaining share of the initial slope
	rounding  = 1e-15 // relative error of f; it may hide a decrease
	trials    = 30    // evaluations of one line search
)

// A mark is a tried step t with φ(t) and φ'(t).
type mark struct{ t, f, slope float64 }

// search looks for a step t > 0 along the arc φ(t) = f(P(at.w + t·dir)) with sufficient
// decrease and φ'(t) >= curvature·φ'(0). It goes there and stores the curvature on the way. It
// brackets such steps as Lewis & Overton (2013) do, because their method tolerates the kinks of
// the arc, and interpolates between the ends of the bracket. If trials run out or f fails, it
// takes the last step with sufficient decrease; moved is false if there is none.
func (m *minimizer) search(t float64) (moved bool, err error) {
	start := mark{0, m.at.f, m.slope(m.at)}
	if !(start.slope < 0) {
		return false, nil
	}
	slack := rounding * math.Abs(m.at.f)
	lo, hi := start, mark{t: math.Inf(1)}
	for range trials {
		m.walk(t)
		if err = m.evaluate(m.trial); err != nil {
			break
		}
		now := mark{t, m.trial.f, m.slope(m.trial)}
		falls := now.f <= m.at.f+min(armijo*m.predicted(t, start.slope)+slack, 0) || m.o.Rough &&
			now.near(start, slack)
		if !falls || now.slope-now.slope != 0 {
			hi = now
			t = between(lo, hi)
			continue
		}
		m.low, m.trial, moved = m.trial, m.low, true
		if now.slope >= curvature*start.slope {
			break
		}
		if math.IsInf(hi.t, 1) {
			lo, t = now, beyond(lo, now)
		} else {
			lo, t = now, between(now, hi)
		}
	}
	if moved {
		m.mem.update(m.at, m.low)
		m.at, m.low = m.low, m.at
	}
	return moved, err
}

// near reports whether rounding may hide a decrease of f from start to m. The slope at m must
// not be steeper than a parabola with sufficient decrease allows (Hager & Zhang 2005,
// approximate Wolfe conditions).
func (m mark) near(start mark, slack float64) bool {
	return m.f <= start.f+10*slack && m.slope <= (2*armijo-1)*start.slope
}

// walk sets m.trial.w to the point of the arc at t.
func (m *minimizer) walk(t float64) {
	floats.AddScaledTo(m.trial.w, m.at.w, t, m.dir)
	for _, i := range m.bounded {
		if m.trial.w[i]*m.sign[i] < 0 {
			m.trial.w[i] = 0
		}
	}
}

// slope returns the derivative of the arc at p in the direction of growing t. Coordinates held
// at 0 do not move.
func (m *minimizer) slope(p *point) float64 {
	sum := floats.Dot(p.grad, m.dir)
	for _, i := range m.bounded {
		if p.w[i] == 0 && m.dir[i]*m.sign[i] < 0 {
			sum -= p.grad[i] * m.dir[i]
		}
	}
	return sum
}

// predicted returns the first-order change of f at m.trial; for free coordinates, the change
// before projection (Bertsekas 1982). slope is that at the start.
func (m *minimizer) predicted(t, slope float64) float64 {
	if len(m.bounded) == 0 {
		return t * slope
	}
	sum := t * floats.Dot(m.at.grad, m.dir)
	for _, i := range m.active {
		sum += m.at.grad[i] * (m.trial.w[i] - m.at.w[i] - t*m.dir[i])
	}
	return sum
}

// between returns a step inside the bracket: the minimum of the parabola through φ(lo), φ'(lo)
// and φ(hi), kept away from the ends.
func between(lo, hi mark) float64 {
	width := hi.t - lo.t
	x := -lo.slope * width / (2 * ((hi.f-lo.f)/width - lo.slope)) // NaN or 0 if φ(hi) is not finite
	if !(x >= 0.1*width) {
		x = 0.1 * width
	}
	if hi.f-hi.f != 0 {
		x = 0.5 * width
	}
	return lo.t + min(x, 0.9*width)
}

// beyond returns a step longer than now: the zero of the slope, extrapolated linearly from lo
// and now.
func beyond(lo, now mark) float64 {
	t := now.t + (now.t-lo.t)*now.slope/(lo.slope-now.slope)
	if !(t >= 2*now.t) {
		t = 10 * now.t
		if now.slope > lo.slope {
			t = 2 * now.t
		}
	}
	return min(t, 10*now.t)
}
