package skeleton

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// An energy is the model of one instance in few parameters. The score under θ is Σ θ_i·s_i(y), with
// s_i the score under the i-th direction in the space of the weights. The energy is the negative
// score, φ_i = −s_i.
type energy struct {
	x     *sp.Instance
	parts []sp.Potentials // s_i
	p     sp.Potentials

	tie    []float64 // n×K; see ties
	reveal bool      // the labels of x hold
	solver sp.Solver // of the visit

	found  *found  // by an approximate solver in this visit; nil: the solver is exact
	memory *memory // of its answers; nil: none
}

// newEnergy returns the model of x in these parameters. If reveal is true, the labels of x hold.
func newEnergy(t *sp.Task, of *parameters, x *sp.Instance, reveal bool) *energy {
	e := &energy{x: x, reveal: reveal, parts: make([]sp.Potentials, len(of.directions))}
	for i := range e.parts {
		of.scores(&e.parts[i], t.Map, i, x)
	}
	first := &e.parts[0]
	// independent of the seed: exact results do not depend on it
	e.tie = ties(e.parts, perturb.NewKey(0, x.ID))
	e.p.Resize(x, len(first.Pair.Potts), len(first.Pair.Table))
	return e
}

// ties returns noise for the node scores, to be multiplied by the largest |θ_i|. It makes one
// labeling best among those with the same features. It is fixed by key, above the rounding of
// scores and below differences of energies.
func ties(parts []sp.Potentials, key perturb.Key) []float64 {
	tie, largest := make([]float64, len(parts[0].Node)), 0.0
	for i := range parts {
		for _, v := range parts[i].Node {
			largest = max(largest, math.Abs(v))
		}
	}
	key.Uniform(tie, math.MaxUint64)
	floats.Scale(0x1p-44*largest, tie)
	return tie
}

// visit begins a visit under task t: the calls from now on belong to it. An approximate solver
// proves nothing about the θ between its calls, so it has no memory.
func (e *energy) visit(t *sp.Task) (err error) {
	e.solver, err = t.Solver(e.x)
	if _, ok := e.solver.(sp.Approximator); ok {
		e.found, e.memory = &found{n: e.N()}, nil
	}
	if e.memory != nil {
		e.memory.spare = 0
	}
	return err
}

// N implements skeleton.Model.
func (e *energy) N() int { return e.x.N() }

// Minimise implements skeleton.Model, by a MAP call.
func (e *energy) Minimise(y []int32, phi, theta []float64) error {
	e.at(theta)
	if _, err := e.solver.MAP(y, &e.p); err != nil {
		if errors.Is(err, errors.ErrUnsupported) {
			return fmt.Errorf("skeleton: at θ = %v: %w", theta, err)
		}
		return err
	}
	e.features(phi, y)
	if e.found != nil {
		e.found.add(y, phi)
	}
	return nil
}

// lossAt returns the loss of the labeling of least energy at theta without tie-breaking noise, the
// labeling of decoder map.
func (e *energy) lossAt(loss sp.Loss, theta []float64) (float64, error) {
	y := make([]int32, e.N())
	e.scores(theta)
	if s, ok := e.solver.(sp.Forgetter); ok {
		s.Forget() // rounding of a flow carried over could decide ties
	}
	if _, err := e.solver.MAP(y, &e.p); err != nil {
		return 0, err
	}
	return loss.Value(e.x, e.x.Gold, y), nil
}

// features fills phi with the features of y.
func (e *energy) features(phi []float64, y []int32) {
	for i := range e.parts {
		phi[i] = -e.parts[i].Score(y)
	}
}

// at sets p to the scores under theta plus the tie-breaking noise.
func (e *energy) at(theta []float64) {
	e.scores(theta)
	most := 0.0
	for _, a := range theta {
		most = max(most, math.Abs(a))
	}
	floats.AddScaled(e.p.Node, most, e.tie)
	if e.reveal {
		e.p.Restrict(e.x)
	}
}

// scores sets p to the scores under theta.
func (e *energy) scores(theta []float64) {
	clear(e.p.Node)
	clear(e.p.Pair.Potts)
	clear(e.p.Pair.Table)
	for i, a := range theta {
		part := &e.parts[i]
		floats.AddScaled(e.p.Node, a, part.Node)
		floats.AddScaled(e.p.Pair.Potts, a, part.Pair.Potts)
		floats.AddScaled(e.p.Pair.Table, a, part.Pair.Table)
	}
}
