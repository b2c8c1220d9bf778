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
	node  []float64 // scores without noise
	noise []float64
	row   []float64
	a     []int32   // y_A
	b     []int32   // y_B,d
	moves []sp.Move // from y_A to y_B,d
}

// A found is a stochastic gradient before it is added to Delta: the sum over a visit's draws.
type found struct {
	a     []int32 // joint: y_A of each draw with a wrong label
	b     []int32 // joint: gold for each of them, or the maximiser given the known labels
	wrong int     // see sgd.wrong
	loss  float64 // an estimate of ℓ times the scale of the scores
	count counts  // of the marginal losses
}

// find leaves in r the stochastic gradient of e by the noise of the visit with this number.
func (f *finder) find(r *found, e *example, visit uint64) error {
	x := e.x
	solver, err := f.task.Solver(x)
	if err != nil {
		return err
	}
	f.task.Map.Potentials(&f.p, f.V, x)
	f.noise, f.node = sp.Grow(f.noise, len(f.p.Node)), append(f.node[:0], f.p.Node...)
	r.count.clear() // left by an example that was not added
	if !f.joint {
		r.count.resize(x)
	}
	f.a, r.a, r.b, r.wrong, r.loss = sp.Grow(f.a, x.N()), r.a[:0], r.b[:0], 0, 0
	for m := range uint64(f.samples) {
		e.key.Fill(f.noise, f.family, visit*uint64(f.samples)+m)
		floats.AddScaledTo(f.p.Node, f.node, f.temperature/f.Scale, f.noise)
		if e.condition {
			f.p.Restrict(x)
		}
		best, err := f.maximise(f.a, solver)
		if err != nil {
			return err
		}
		wrong := f.wrong(f.a, e)
		if r.wrong += wrong; wrong == 0 && f.reduce {
			continue
		}
		loss, err := f.gradient(f, r, solver, e, best)
		if err != nil {
			return err
		}
		r.loss += loss
	}
	return nil
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
