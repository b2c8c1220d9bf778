package skeleton

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// A descent is a fit of one or several descents. The embedded evaluated is the θ last visited by
// the current descent or, until its gradient is known, the start of the next. Checkpoints report
// shown.
type descent struct {
	*Skeleton
	task     *sp.Task
	of       *parameters
	base     string            // baseNone, baseUnary or basePieces
	learned  []float64         // weights learned first; nil: none
	padded   bool              // as many weights as with base pieces
	width    []float64         // of the box
	all      []sp.Instance     // labelled, and those with unknown labels
	energies []*energy         // of all
	visitAll func(n int) error // evaluates the instances
	at       evaluated         // the means over them
	total    float64           // weight of the instances
	evaluated
	starts
	iteration int
	// factor of the gradient in a step of the current descent; 0: all its gradients were 0 so far
	scale float64
	rate  []float64 // α_i of each parameter, relative to the largest
}

// An evaluated is θ with the results found there.
type evaluated struct {
	theta      []float64 // lowest corner of the box
	grad       []float64 // of the objective; nil: not known yet
	risk       float64   // expected loss
	centre     float64   // loss at the centre of the box
	unresolved float64   // largest share in doubt of a region; mean over the instances
}

func newDescent(l *Skeleton, t *sp.Task, base string) (*descent, error) {
	f := &descent{Skeleton: l, task: t, all: t.Train, base: base}
	if base != baseNone {
		f.learned = make([]float64, t.Map.Dim())
	}
	n := len(f.parameters().directions)
	var err error
	if f.width, err = l.widths(n); err != nil {
		return nil, fmt.Errorf("skeleton: base %s has %d parameters: %w", base, n, err)
	}
	if l.Kappa > 0 && l.Objective == kindExpectedLoss {
		f.all = slices.Clone(t.Train)
		for _, x := range t.Partial {
			x.Weight *= l.Kappa
			f.all = append(f.all, x)
		}
	}
	f.visitAll = t.Batch(f.worker)
	return f, nil
}

// begin sets θ = 0, once the base is known.
func (f *descent) begin() {
	f.of = f.parameters()
	f.theta = make([]float64, len(f.of.directions))
	f.until = f.share()
	f.energies = make([]*energy, len(f.all))
	for i := range f.energies {
		e := newEnergy(f.task, f.of, &f.all[i], false)
		if f.energies[i] = e; len(e.parts) == 2 && f.learned != nil && !f.sampled() {
			e.memory = &memory{energy: e, loss: f.task.Loss,
				size: [2]float64{size(&e.parts[0]), size(&e.parts[1])}}
		}
	}
	f.rate = f.rates()
}

// rates returns the factor α_i of each parameter in a step: 1, or by Steps "size" the size of its
// features, relative to the largest.
func (f *descent) rates() []float64 {
	rate, most := make([]float64, len(f.theta)), 0.0
	for i := range rate {
		for j, e := range f.energies {
			rate[i] += f.all[j].Weight * size(&e.parts[i])
		}
		most = max(most, rate[i])
	}
	for i := range rate {
		if rate[i] /= most; f.Steps == stepsEqual || most == 0 {
			rate[i] = 1
		}
	}
	return rate
}

// size returns the sum over variables and edges of the largest score, without its sign. O(nK+mK²).
func size(p *sp.Potentials) (sum float64) {
	for row := range slices.Chunk(p.Node, p.K) {
		sum += max(slices.Max(row), -slices.Min(row))
	}
	for e := range p.Edges {
		most := 0.0
		for k := range int32(p.K) {
			for l := range int32(p.K) {
				most = max(most, math.Abs(p.PairScore(e, k, l)))
			}
		}
		sum += most
	}
	return sum
}

// parameters returns the parameters for the base.
func (f *descent) parameters() *parameters {
	if f.base == basePieces {
		return newPieces(f.learned)
	}
	return newParameters(f.task.Map, f.learned)
}

// box returns the box at theta.
func (f *descent) box(theta []float64) skeleton.Box {
	return skeleton.Box{Low: theta, Width: f.width}
}

// widths returns w of each of n parameters.
func (l *Skeleton) widths(n int) (w []float64, err error) {
	var one float64
	if json.Unmarshal(l.Width, &one) == nil {
		w = slices.Repeat([]float64{one}, n)
	} else {
		err = json.Unmarshal(l.Width, &w)
	}
	if err != nil || len(w) != n || slices.Min(w) <= 0 {
		return nil, fmt.Errorf("width is %s, must be a number above 0, or a list of %d: %w",
			l.Width, n, sp.ErrParams)
	}
	return w, nil
}

func (f *descent) checkpoint() sp.Checkpoint {
	of, at := f.of, f.shown()
	theta := at.theta
	if of == nil { // the base is still being learned
		of = f.parameters()
		theta = make([]float64, len(of.directions))
	}
	c := sp.Checkpoint{Weights: of.weights(f.box(theta).Centre()), Values: map[string]float64{}}
	if f.padded {
		c.Weights = append(c.Weights, -1)
	}
	if n := of.tied(); n > 0 {
		c.Values["tied"] = float64(n)
	}
	if at.grad == nil {
		return c
	}
	c.Values["unresolved"] = at.unresolved
	for i, v := range theta {
		c.Values[fmt.Sprintf("theta-%d", i+1)] = v
	}
	c.Values["expected-loss"], c.Values["centre-loss"] = at.risk, at.centre
	if f.Objective == kindExpectedLoss && f.isExact(at, gradientFaces, gradientRegions) {
		c.Values[sp.ValueObjective] = at.risk
	}
	return c
}

// descend takes a step, except the first time, and computes the gradient at the new θ.
func (f *descent) descend() error {
	theta := slices.Clone(f.theta)
	if f.grad != nil {
		if f.scale == 0 {
			f.scale = f.factor()
		}
		moved := false
		for i := range theta {
			theta[i] -= f.scale * f.rate[i] * f.slope(i)
			if f.of.nonNegative[i] {
				theta[i] = max(theta[i], 0)
			}
			moved = moved || theta[i] != f.theta[i]
		}
		switch {
		case moved || f.sampled(): // the next gradient may be nonzero
		case f.isExact(&f.evaluated, gradientFaces):
			return learner.ErrConverged
		default:
			return sp.ErrLimit // the same estimate again
		}
	}
	next, err := f.evaluate(theta)
	if err != nil {
		return err
	}
	f.evaluated = next
	f.iteration++
	return nil
}

// isExact reports whether the result is exact for the objective: its gradient by faces, or its
// value by faces or regions.
func (f *descent) isExact(at *evaluated, gradients ...string) bool {
	exactly := f.Objective == kindSkeletonPMAP || f.Objective == kindExpectedLoss &&
		slices.Contains(gradients, f.Gradient)
	return exactly && at.unresolved == 0
}

// slope returns the derivative by parameter i, or 0 if it is within the rounding of a sum of
// losses.
func (f *descent) slope(i int) float64 {
	const rounding = 1e-12
	if g := f.grad[i]; math.Abs(g) > rounding*(f.risk+1) {
		return g
	}
	return 0
}

// factor returns the factor of the gradient for a first step of Step widths in the parameter that
// moves most.
func (f *descent) factor() float64 {
	most := 0.0
	for i := range f.grad {
		if g := f.slope(i); !f.of.nonNegative[i] || g < 0 || f.theta[i] > 0 {
			most = max(most, f.rate[i]*math.Abs(g)*(f.width[0]/f.width[i]))
		}
	}
	if most == 0 {
		return 0
	}
	return f.Step * f.width[0] / most
}

// worker returns the two steps of a turn: do evaluates an instance, take adds it to the means.
func (f *descent) worker(t *sp.Task) (do, take func(i int) error) {
	g := &gradient{Skeleton: f.Skeleton}
	do = func(i int) (err error) {
		e := f.energies[i]
		if err = e.visit(t); err != nil {
			return err
		}
		g.box, g.grad = f.box(f.at.theta), sp.Grow(g.grad, len(f.at.theta))
		g.key, g.draw = perturb.NewKey(t.Seed, e.x.ID), uint64(f.iteration)<<32
		if err = g.of(e, t.Loss); err == nil && e.memory != nil {
			err = e.memory.count()
		}
		if err == nil {
			g.centre, err = e.lossAt(t.Loss, g.box.Centre())
		}
		return err
	}
	take = func(i int) error {
		a, at := f.all[i].Weight/f.total, &f.at
		at.centre += a * g.centre
		at.risk += a * g.risk
		at.unresolved += a * g.unresolved
		for j, v := range g.grad {
			at.grad[j] += a * v
		}
		return nil
	}
	return do, take
}

// evaluate returns value and gradient of the objective at theta: the means over the instances, on
// as many threads as the fit may use.
func (f *descent) evaluate(theta []float64) (evaluated, error) {
	f.at, f.total = evaluated{theta: theta, grad: make([]float64, len(theta))}, 0
	for i := range f.all {
		f.total += f.all[i].Weight
	}
	err := f.visitAll(len(f.energies))
	return f.at, err
}
