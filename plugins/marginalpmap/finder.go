package marginalpmap

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/sp"
)

// A finder computes stochastic gradients of examples under the present weights, on one goroutine.
// The parts of sgd it reads change between batches only.
type finder struct {
	*sgd
	task *sp.Task

	// Buffers.
	p     sp.Potentials
	noise []float64
	row   []float64
	b     []int32   // y_B,d
	moves []sp.Move // from y_A to y_B,d
}

// A found is a stochastic gradient before it is added to Delta.
type found struct {
	a     []int32 // y_A
	b     []int32 // joint: gold, or the maximiser given the known labels
	wrong int     // see sgd.wrong
	loss  float64 // an estimate of ℓ times the scale of the scores
	count counts  // of the marginal losses
}

// find leaves in r the stochastic gradient of e by the noise with the number draw.
func (f *finder) find(r *found, e *example, draw uint64) error {
	x := e.x
	solver, err := f.task.Solver(x)
	if err != nil {
		return err
	}
	f.task.Map.Potentials(&f.p, f.V, x)
	f.noise = sp.Grow(f.noise, len(f.p.Node))
	e.key.Gumbel(f.noise, draw)
	floats.AddScaled(f.p.Node, 1/f.Scale, f.noise)
	if e.condition {
		f.p.Restrict(x)
	}
	r.count.clear() // left by an example that was not added
	r.a = sp.Grow(r.a, x.N())
	best, err := f.maximise(r.a, solver)
	if err != nil {
		return err
	}
	r.wrong, r.loss = f.wrong(r.a, e), 0
	if r.wrong > 0 || !f.reduce {
		r.loss, err = f.gradient(f, r, solver, e, best)
	}
	return err
}

// wrong returns the number of terms whose label is not in y_A; for the joint loss, of variables.
func (s *sgd) wrong(a []int32, e *example) int {
	if s.joint {
		return mismatches(a, e.x)
	}
	wrong := 0
	for _, t := range e.terms {
		if a[t.d] != t.k {
			wrong++
		}
	}
	return wrong
}

// mismatches returns the number of variables of x with a wrong label in y. If the gold label is
// unknown, a label is wrong if it is no candidate.
func mismatches(y []int32, x *sp.Instance) int {
	wrong := 0
	for d, k := range x.Gold {
		switch {
		case k == y[d]:
		case k != sp.Unknown, x.Allowed != nil && x.Allowed[d] != nil && !slices.Contains(x.Allowed[d], y[d]):
			wrong++
		}
	}
	return wrong
}
