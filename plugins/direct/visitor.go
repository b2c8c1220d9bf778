package direct

import (
	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/maxima"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A visitor computes the gradients of instances, on one goroutine.
type visitor struct {
	*fit
	task *sp.Task
	e    maxima.Estimate

	warm  bool      // the visit belongs to the warm start
	dense []float64 // the estimate of scoreFunction within ranges; nil: e has it
	value float64   // ℓ

	// Buffers.
	score  maxima.ScoreFunction
	p      sp.Potentials
	node   []float64 // scores without noise
	cost   []float64
	noise  []float64
	w      []float64
	ranges []int32
	y      []int32
}

// find computes the estimate for a turn under the present weights.
func (v *visitor) find(t optim.Turn) error {
	x := &v.train[t.I]
	solver, err := v.task.Solver(x)
	if err != nil {
		return err
	}
	first := uint64(t.Pass) * uint64(v.Draws)
	v.warm = t.Pass <= v.fit.Direct.warm && !v.likelihood()
	v.e.Reset()
	if v.dense = nil; v.Estimator == scoreFunction && !v.warm {
		return v.scoreFunction(x, solver, first)
	}
	v.task.Map.Potentials(&v.p, v.sgd.V, x)
	v.p.Scale(v.sgd.Scale)
	switch {
	case v.Estimator == sparseMAP:
		v.p.Scale(1 / v.Temperature)
		err = v.e.SparseMAP(solver, &v.p, x, v.Calls)
		v.value = v.Temperature * v.e.Value()
		return err
	case v.Estimator == fenchelYoung || v.warm:
		err = v.eachDraw(x, first, func() error { return v.e.FenchelYoung(solver, &v.p, x) })
	case v.Estimator == fromCosts:
		err = v.eachDraw(x, first, func() error {
			floats.Scale(v.Temperature, v.noise)
			return v.e.FenchelYoungCosts(solver, &v.p, x, v.noise)
		})
	default:
		err = v.difference(x, solver, first)
	}
	v.value = v.e.Value()
	return err
}

// add adds the estimate for instance i to the batch.
func (v *visitor) add(i int) {
	s, x := v.sgd, &v.train[i]
	c := s.Weight[i] * v.share
	v.fit.value += c * v.value
	if g := v.dense; g != nil {
		for r := 0; r < len(v.ranges); r += 2 {
			part := s.Delta[v.ranges[r]:v.ranges[r+1]]
			floats.AddScaled(part, c, g[:len(part)])
			g = g[len(part):]
		}
		return
	}
	v.e.AddTo(s.Delta, c, v.task.Map, x)
	if v.Estimator == aimle && !v.warm {
		v.adaptive.Update(&v.e)
	}
	if v.joint.Joint() {
		v.node = sp.Grow(v.node, len(v.p.Node))
		clear(v.node)
		v.e.AddNode(v.node, x.K)
		v.joint.Learn(x, v.node, s.V, s.Scale)
	}
}

// difference fills e with differences of maximisers.
func (v *visitor) difference(x *sp.Instance, solver sp.Solver, first uint64) error {
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
		return v.eachDraw(x, first, draw)
	}
	epsilon, side = v.choice.Epsilon(v.p.Node, v.cost), maxima.Central
	return v.eachDraw(x, first, draw)
}

// eachDraw calls f with the noise of each draw in p. The noise depends on the seed, x, and the
// number of the draw, counted from first.
func (v *visitor) eachDraw(x *sp.Instance, first uint64, f func() error) error {
	v.node = append(v.node[:0], v.p.Node...)
	v.noise = sp.Grow(v.noise, len(v.node))
	key := perturb.NewKey(v.task.Seed, x.ID)
	for draw := first; draw < first+uint64(v.Draws); draw++ {
		key.Fill(v.noise, v.Noise, draw)
		floats.AddScaledTo(v.p.Node, v.node, v.Temperature, v.noise)
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// scoreFunction is find for this estimator. Other weights than those x can touch have no influence on
// the maximiser, and get no noise.
func (v *visitor) scoreFunction(x *sp.Instance, solver sp.Solver, first uint64) error {
	m, w := v.task.Map, v.sgd.V
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
				v.w[k] = v.sgd.Scale*w[k] + sigma*z[0]
			}
		}
		optim.Project(v.w, m.NonNegative())
		m.Potentials(&v.p, v.w, x)
		_, err := solver.MAP(v.y, &v.p)
		return v.task.Loss.Value(x, x.Gold, v.y), err
	}
	for draw := first; draw < first+uint64(v.Draws); draw++ {
		key.Fill(v.noise, perturb.Normal, draw)
		value, err := loss(v.Temperature)
		if err != nil {
			return err
		}
		v.score.Add(value, v.noise)
	}
	baseline := 0.0
	if v.Draws == 1 {
		var err error
		if baseline, err = loss(0); err != nil {
			return err
		}
	}
	v.dense, v.value = v.score.Gradient(v.Temperature, baseline), v.score.Value()
	return nil
}
