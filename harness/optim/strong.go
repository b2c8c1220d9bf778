package optim

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A Minimizer is [Minimize], [Descend], or another function with their contract.
type Minimizer func(f Func, w []float64, o Options) (Result, error)

// A Strong minimises a function f with convex f − λ/2·‖w‖², such as a regularised likelihood.
// Each evaluation of such a function gives a lower bound on its minimum.
type Strong struct {
	Minimizer   Minimizer
	NonNegative []int   // coordinates constrained to be >= 0
	Lambda      float64 // λ
	// L1, if not nil, adds Σᵢ L1[i]·|w[i]| to f, also for Moved. The Minimizer must be [Minimize].
	// If f >= 0, λ may then be 0: see [BoundL1].
	L1        []float64
	Tolerance float64 // relative distance of f from its minimum to end at
	// Approximate reports whether a value or gradient so far was an approximation, for example
	// by an approximate oracle. The bound is then invalid, and does not end the minimisation.
	// nil: none is.
	Approximate func() bool
	// Moved is called at each iteration with its point, f there and the best lower bound so
	// far. It may not keep the point. Its error ends the minimisation.
	Moved func(w []float64, f, bound float64) error
}

// Minimize starts at w and leaves the best point found there. It ends as soon as f is proved to
// be within Tolerance·f of its minimum; proved reports this. Without a proof the Minimizer ends
// by its FuncTol (see funcTol), and runs once more from there in coordinates of one scale (see
// units). An Approximate f has no proof, and no second run.
//
// An error of f ends a run. Moved is then called once more if it has not seen the best point.
func (s *Strong) Minimize(f Func, w []float64) (proved bool, err error) {
	r := strongRun{Strong: s, bound: math.Inf(-1), last: math.Inf(1),
		steepest: make([]float64, len(w))}
	if err := r.plain(f, w); r.proved || err != nil || s.approximate() {
		return r.proved && err == nil, err
	}
	err = r.scaled(f, w)
	return r.proved && err == nil, err
}

func (s *Strong) approximate() bool { return s.Approximate != nil && s.Approximate() }

// A strongRun is one call of [Strong.Minimize].
type strongRun struct {
	*Strong
	first, last float64   // f at the start, and at the last call of Moved
	bound       float64   // the best so far
	steepest    []float64 // the largest size so far of each component of the gradient
	proved      bool
	second      bool // run
}

// funcTol returns the FuncTol of a run. It ends a run early if f is Approximate, or if the
// first run is far from a proof, so that other coordinates help more. Without λ a proof may need
// many more iterations than a minimum. Then both runs end early, also if F may be 1 % off.
// Otherwise a run ends when rounding hides all progress.
func (r *strongRun) funcTol() float64 {
	far := farFromProof * r.Tolerance
	if r.Lambda == 0 {
		far = min(far, 0.01)
	}
	if r.approximate() || (!r.second || r.Lambda == 0) && r.last-r.bound > far*r.last {
		return r.Tolerance / 10
	}
	return r.Tolerance * 1e-9
}

// farFromProof is the gap, in units of Tolerance·f, above which a fit is far from a proof.
const farFromProof = 1000

// plain is the first run, in the coordinates of f.
func (r *strongRun) plain(f Func, w []float64) error {
	end, err := r.Minimizer(f, w, Options{
		NonNegative: r.NonNegative, L1: r.L1, FuncTol: r.funcTol,
		OnIter: func(w, grad []float64, value float64) (stop bool, err error) {
			if math.IsInf(r.last, 1) {
				r.first = value
			}
			for i, g := range grad {
				r.steepest[i] = max(r.steepest[i], math.Abs(g))
			}
			return r.moved(w, grad, value)
		},
	})
	return cmp.Or(r.unseen(w, end.F), err)
}

// scaled is the second run, in the coordinates w/unit.
func (r *strongRun) scaled(f Func, w []float64) error {
	unit := r.units()
	r.second = true
	v, at, slope := floats.DivTo(make([]float64, len(w)), w, unit), make([]float64, len(w)),
		make([]float64, len(w))
	l1 := slices.Clone(r.L1)
	for i := range l1 {
		l1[i] *= unit[i]
	}
	end, err := r.Minimizer(func(v, grad []float64) (float64, error) {
		value, err := f(floats.MulTo(at, v, unit), grad)
		floats.Mul(grad, unit)
		return value, err
	}, v, Options{
		NonNegative: r.NonNegative, L1: l1, FuncTol: r.funcTol, Rough: true,
		OnIter: func(v, grad []float64, value float64) (stop bool, err error) {
			return r.moved(floats.MulTo(w, v, unit), floats.DivTo(slope, grad, unit), value)
		},
	})
	if math.IsInf(end.F, 1) {
		return err // from the first evaluation, at w
	}
	return cmp.Or(r.unseen(floats.MulTo(w, v, unit), end.F), err)
}

// units returns 1/√(g²/f + λ) for each coordinate, g the steepest slope along it so far and f
// the value at the start. The second derivative along a weight grows with the square of the
// size of its feature, as g² does, and is at least λ. In the coordinates w/unit, sizes of
// features therefore no longer matter.
func (r *strongRun) units() []float64 {
	unit := r.steepest
	for i, g := range unit {
		unit[i] = 1 / math.Sqrt(cmp.Or(g*g/cmp.Or(math.Abs(r.first), 1)+r.Lambda, 1))
	}
	return unit
}

// moved records the point of an iteration, and ends the run if it is proved close enough.
func (r *strongRun) moved(w, grad []float64, value float64) (stop bool, err error) {
	bound := 0.0
	if r.L1 != nil {
		bound = BoundL1(value, w, grad, r.Lambda, r.L1, r.NonNegative)
	} else {
		bound = Bound(value, w, grad, r.Lambda, r.NonNegative)
	}
	r.last, r.bound = value, max(r.bound, bound)
	r.proved = value-r.bound <= r.Tolerance*value && !r.approximate()
	return r.proved, r.Moved(w, value, r.bound)
}

// unseen calls Moved with the best point w if it has not seen it.
func (r *strongRun) unseen(w []float64, value float64) error {
	if value == r.last {
		return nil
	}
	return r.Moved(w, value, r.bound)
}
