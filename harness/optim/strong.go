package optim

import "math"

// A Minimizer is [Minimize], [Descend], or another function with their contract.
type Minimizer func(f Func, w []float64, o Options) (Result, error)

// A Strong is the minimisation of a function of which f − λ/2·‖w‖² is convex, such as a regularised likelihood:
// where such a function is evaluated, a lower bound on its minimum is known.
type Strong struct {
	Minimizer   Minimizer
	NonNegative []int   // coordinates that are kept >= 0
	Lambda      float64 // λ
	Tolerance   float64 // relative distance of f from its minimum that is close enough
	Memory      int     // as in [Options]
	// Approximate reports whether a value or gradient so far was an approximation, as one of an approximate oracle is: the
	// bound then holds of nothing, and does not end the minimisation. nil: none ever is.
	Approximate func() bool
	// Moved is called with the point of each iteration, which it may not keep, f there and the best lower bound so
	// far. Its error ends the minimisation.
	Moved func(w []float64, f, bound float64) error
}

// Minimize starts at w, in which it leaves the best point found. It ends when f is proved to be within Tolerance·f
// of its minimum, unless f is Approximate, or when the Minimizer ends that has a tenth of this for its FuncTol. Where an error of f ends it,
// the best point may be one that Moved has not seen, which is then called once more.
func (s *Strong) Minimize(f Func, w []float64) (converged bool, err error) {
	bound, last := math.Inf(-1), math.Inf(1)
	end, err := s.Minimizer(f, w, Options{
		NonNegative: s.NonNegative,
		Memory:      s.Memory,
		FuncTol:     s.Tolerance / 10,
		OnIter: func(w, grad []float64, value float64) (stop bool, err error) {
			last, bound = value, max(bound, Bound(value, w, grad, s.Lambda, s.NonNegative))
			proved := value-bound <= s.Tolerance*value && (s.Approximate == nil || !s.Approximate())
			return proved, s.Moved(w, value, bound)
		},
	})
	if end.F != last {
		if failed := s.Moved(w, end.F, bound); failed != nil {
			return false, failed
		}
	}
	return end.Converged, err
}
