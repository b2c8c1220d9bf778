package optim

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// A Func returns the value of a smooth function at w and fills grad with its gradient there. It
// must not change or keep w. Any error ends the minimisation.
type Func func(w, grad []float64) (float64, error)

// Options of [Minimize]; the zero value is ready to use.
type Options struct {
	// NonNegative lists the coordinates constrained to be >= 0.
	NonNegative []int
	// L1, if not nil, adds Σᵢ L1[i]·|w[i]| to the function, all L1[i] >= 0. Minimize is then
	// OWL-QN. It calls OnIter with the sum, but the gradient of the function alone.
	L1 []float64
	// FuncTol ends the minimisation when the function has fallen by no more than FuncTol()·|f|
	// in the last Window iterations; nil: when it has not fallen at all.
	FuncTol func() float64
	// Rough lets f rise within its rounding along a step that reduces the slope enough. The
	// gradient then keeps falling after f has stopped.
	Rough bool
	// OnIter is called at the start and after each iteration; true ends the minimisation as
	// converged, an error ends it at once. It may not change or keep its arguments.
	OnIter func(w, grad []float64, f float64) (stop bool, err error)
}

// still reports whether a fall of the function from before to now is small enough to end.
func (o *Options) still(before, now float64) bool {
	tolerance := 0.0
	if o.FuncTol != nil {
		tolerance = o.FuncTol()
	}
	return before-now <= tolerance*math.Abs(now)
}

// Window is the number of iterations of Options.FuncTol.
const Window = 5

// A Result says where and why [Minimize] ended.
type Result struct {
	F           float64 // value at the returned w; +Inf if f failed at once
	Iterations  int
	Evaluations int  // calls of the function
	Converged   bool // by a tolerance or OnIter; false if no step made progress
}

// Minimize minimises f from w, and leaves the best point found in w, also if it returns an
// error of f or OnIter. It first makes w satisfy o.NonNegative.
//
// Each iteration searches along the arc t ↦ P(w + t·d) for a point with the weak Wolfe
// conditions; P is the projection onto the constraints. In the free coordinates d is the L-BFGS
// direction (Nocedal & Wright 2006, algorithm 7.4). In coordinates pressed against their bound
// by the gradient, d is a multiple of the negative gradient: the two-metric projection method
// (Bertsekas 1982; Schmidt, Kim & Sra 2011, section 11.3). Without constraints this is plain
// L-BFGS.
//
// The estimate of the curvature uses as many past steps as fit in 32 MiB, at least 6 and at most
// 100: O(steps·dim) time per iteration and space, besides the calls of f. f runs in the caller's
// goroutine.
//
// Note: gonum's LBFGS was rejected. With as many steps it needs as many evaluations on a CRF
// of 4030 weights (75 here; 77 and 79 with its line searches), but it has no constraints. It
// calls f in a goroutine of its own, where nobody can recover a panic.
func Minimize(f Func, w []float64, o Options) (Result, error) {
	Project(w, o.NonNegative)
	m := &minimizer{
		f: f, o: o,
		at: newPoint(len(w)), low: newPoint(len(w)), trial: newPoint(len(w)),
		dir: make([]float64, len(w)), mem: memory{size: memorySize(len(w))},
		bounded: o.NonNegative, sign: make([]float64, len(w)),
	}
	copy(m.at.w, w)
	for _, i := range o.NonNegative {
		m.sign[i] = 1
	}
	if o.L1 != nil {
		m.bounded = make([]int, len(w))
		for i := range w {
			m.bounded[i] = i
		}
		m.positive, m.smooth = mask(len(w), o.NonNegative), make([]float64, len(w))
	}
	converged, err := m.run()
	copy(w, m.at.w)
	return Result{F: m.at.f, Iterations: m.iterations, Evaluations: m.evaluations,
		Converged: converged}, err
}

// A point is a w with the function's value and gradient.
type point struct {
	w, grad []float64
	f       float64
}

func newPoint(n int) *point {
	return &point{w: make([]float64, n), grad: make([]float64, n), f: math.Inf(1)}
}

type minimizer struct {
	f          Func
	o          Options
	at         *point // the current iterate
	low, trial *point // of the line search
	dir        []float64
	bounded    []int     // coordinates that keep their sign in an iteration
	sign       []float64 // of those; else 0
	active     []int     // bounded coordinates held at 0
	mem        memory
	positive   []bool    // with L1: the coordinates of NonNegative
	smooth     []float64 // with L1: the gradient of f at the iterate

	iterations, evaluations int
}

func (m *minimizer) run() (converged bool, err error) {
	if err := m.evaluate(m.at); err != nil {
		return false, err
	}
	if bad := notFinite(m.at); bad != nil {
		return false, fmt.Errorf("optim: at the starting point: %w", bad)
	}
	var past []float64 // values of the last iterations
	for {
		grad := m.orthant()
		if m.o.OnIter != nil {
			if stop, err := m.o.OnIter(m.at.w, grad, m.at.f); stop || err != nil {
				return stop, err
			}
		}
		past = append(past, m.at.f)
		if k := len(past) - 1 - Window; k >= 0 && m.o.still(past[k], m.at.f) {
			return true, nil
		}
		moved, err := m.iterate()
		if err != nil {
			return false, err
		}
		if !moved {
			return m.stationary(), nil
		}
		m.iterations++
	}
}

// iterate makes one step; it returns false if no step decreases f. If a direction fails, it
// tries steepest descent once.
func (m *minimizer) iterate() (moved bool, err error) {
	m.findActive()
	for {
		first := 1.0
		curved := m.direction()
		if !curved {
			if norm := floats.Norm(m.dir, 2); norm > 0 {
				first = 1 / norm
			}
		}
		moved, err = m.search(first)
		if moved || err != nil || !curved {
			return moved, err
		}
		m.mem.pairs = nil
	}
}

func (m *minimizer) evaluate(p *point) error {
	m.evaluations++
	f, err := m.f(p.w, p.grad)
	if err == nil {
		p.f = f + m.penalize(p)
	}
	return err
}

// stationary reports whether no feasible direction descends.
func (m *minimizer) stationary() bool {
	for i, g := range m.at.grad {
		if g != 0 && !(g*m.sign[i] > 0 && m.at.w[i] == 0) {
			return false
		}
	}
	return true
}

func notFinite(p *point) error {
	if p.f-p.f != 0 {
		return fmt.Errorf("the function is %v", p.f)
	}
	for i, g := range p.grad {
		if g-g != 0 {
			return fmt.Errorf("component %d of the gradient is %v", i, g)
		}
	}
	return nil
}
