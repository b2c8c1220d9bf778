package direct

import (
	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/maxima"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A visitor computes the gradients of instances.
type visitor struct {
	*Direct
	task     *sp.Task
	train    []sp.Instance
	joint    *encoder.Fit // nil: no encoder
	sgd      *optim.SGD
	costs    sp.NodeLoss // nil: the loss does not sum over variables
	adaptive maxima.Adaptive

	// Buffers.
	e      maxima.Estimate
	score  maxima.ScoreFunction
	p      sp.Potentials
	node   []float64 // scores without noise
	cost   []float64
	noise  []float64
	w      []float64
	ranges []int32
	y      []int32
}

// gradient adds the estimate for instance i under the weights scale·v to dst, and returns ℓ.
func (v *visitor) gradient(dst, w []float64, scale float64, i int) (value float64, err error) {
	x := &v.train[i]
	solver, err := v.task.Solver(x)
	if err != nil {
		return 0, err
	}
	warm := v.sgd.Order.Pass <= v.Warm && !v.likelihood()
	if v.Estimator == scoreFunction && !warm {
		return v.scoreFunction(dst, w, scale, x, solver)
	}
	v.e.Reset()
	v.task.Map.Potentials(&v.p, w, x)
	v.p.Scale(scale)
	switch {
	case v.Estimator == sparseMAP:
		v.p.Scale(1 / v.Temperature)
		err = v.e.SparseMAP(solver, &v.p, x, v.Calls)
	case v.Estimator == fenchelYoung || warm:
		err = v.eachDraw(x, func() error { return v.e.FenchelYoung(solver, &v.p, x) })
	default:
		err = v.difference(x, solver)
	}
	if err != nil {
		return 0, err
	}
	v.e.AddTo(dst, 1, v.task.Map, x)
	if v.joint.Joint() {
		v.node = sp.Grow(v.node, len(v.p.Node))
		clear(v.node)
		v.e.AddNode(v.node, x.K)
		v.joint.Learn(x, v.node, w, scale)
		v.joint.Step()
	}
	if value = v.e.Value(); v.Estimator == sparseMAP {
		value *= v.Temperature
	}
	return value, nil
}

// difference fills e with differences of maximisers.
func (v *visitor) difference(x *sp.Instance, solver sp.Solver) error {
	v.cost = sp.Grow(v.cost, len(v.p.Node))
	v.costs.Costs(v.cost, x, nil)
	epsilon, side := v.Epsilon, sides[v.Side]
	draw := func() error { return v.e.Difference(solver, &v.p, v.cost, epsilon, side) }
	switch v.Estimator {
	case blackBox:
		side = maxima.Towards
		return draw()
	case directLoss:
		return draw()
	case imle:
		return v.eachDraw(x, draw)
	}
	epsilon, side = v.adaptive.Epsilon(v.p.Node, v.cost), maxima.Central
	err := v.eachDraw(x, draw)
	if err == nil {
		v.adaptive.Update(&v.e)
	}
	return err
}

// eachDraw calls f with the noise of each draw in p. The noise depends on the seed, x, and the
// number of the draw.
func (v *visitor) eachDraw(x *sp.Instance, f func() error) error {
	v.node = append(v.node[:0], v.p.Node...)
	v.noise = sp.Grow(v.noise, len(v.node))
	key := perturb.NewKey(v.task.Seed, x.ID)
	for draw := range v.draws() {
		if v.Noise == noiseNormal {
			key.Normal(v.noise, draw)
		} else {
			key.Gumbel(v.noise, draw)
		}
		floats.AddScaledTo(v.p.Node, v.node, v.Temperature, v.noise)
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// draws calls yield with the numbers of the draws of this pass.
func (v *visitor) draws() func(yield func(draw uint64) bool) {
	first := uint64(v.sgd.Order.Pass) * uint64(v.Draws)
	return func(yield func(draw uint64) bool) {
		for m := range uint64(v.Draws) {
			if !yield(first + m) {
				return
			}
		}
	}
}

// scoreFunction is gradient for this estimator. Other weights than those x can touch have no
// influence on the maximiser, and get no noise.
func (v *visitor) scoreFunction(dst, w []float64, scale float64, x *sp.Instance,
	solver sp.Solver) (value float64, err error) {
	m := v.task.Map
	v.ranges = m.Support(v.ranges[:0], x)
	n := 0
	for r := 0; r < len(v.ranges); r += 2 {
		n += int(v.ranges[r+1] - v.ranges[r])
	}
	v.score.Reset(n)
	v.noise, v.w, v.y = sp.Grow(v.noise, n), sp.Grow(v.w, len(w)), sp.Grow(v.y, x.N())
	key := perturb.NewKey(v.task.Seed, x.ID)
	loss := func(sigma float64) (float64, error) {
		z := v.noise
		for r := 0; r < len(v.ranges); r += 2 {
			for k := v.ranges[r]; k < v.ranges[r+1]; k, z = k+1, z[1:] {
				v.w[k] = scale*w[k] + sigma*z[0]
			}
		}
		optim.Project(v.w, m.NonNegative())
		m.Potentials(&v.p, v.w, x)
		_, err := solver.MAP(v.y, &v.p)
		return v.task.Loss.Value(x, x.Gold, v.y), err
	}
	for draw := range v.draws() {
		key.Normal(v.noise, draw)
		value, err := loss(v.Temperature)
		if err != nil {
			return 0, err
		}
		v.score.Add(value, v.noise)
	}
	baseline := 0.0
	if v.Draws == 1 {
		if baseline, err = loss(0); err != nil {
			return 0, err
		}
	}
	g := v.score.Gradient(v.Temperature, baseline)
	for r := 0; r < len(v.ranges); r += 2 {
		part := dst[v.ranges[r]:v.ranges[r+1]]
		floats.Add(part, g[:len(part)])
		g = g[len(part):]
	}
	return v.score.Value(), nil
}
