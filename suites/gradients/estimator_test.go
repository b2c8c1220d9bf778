package gradients

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/maxima"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/skeleton"
)

// Names of targets.
const (
	lossUniform  = "(a) loss, uniform"
	fenchelYoung = "(b) Fenchel–Young, uniform"
	lossNormal   = "(c) loss, normal"
)

// An estimator adds one estimate of the gradient to dst. draw selects the noise.
type estimator struct {
	name, target string
	epsilon      float64 // of differences, else 0
	biased       bool
	fixed        bool // no noise: one estimate tells all
	add          func(dst []float64, draw uint64) error
}

// noise fills theta with the centre of the box plus noise.
type noise func(theta []float64, draw uint64)

func (q *problem) uniform() noise {
	key := perturb.NewKey(1, q.name)
	return func(theta []float64, draw uint64) {
		key.Uniform(theta, draw)
		for i, u := range theta {
			theta[i] = q.box.Low[i] + q.box.Width[i]*u
		}
	}
}

func (q *problem) normal() noise {
	key := perturb.NewKey(2, q.name)
	return func(theta []float64, draw uint64) {
		key.Fill(theta, perturb.Normal, draw)
		for i, c := range q.box.Centre() {
			theta[i] = c + q.sigma*theta[i]
		}
	}
}

func (q *problem) none() noise {
	return func(theta []float64, _ uint64) { copy(theta, q.box.Centre()) }
}

// difference is [maxima.Estimate.Difference] under noise.
func (q *problem) difference(of noise, epsilon float64, side maxima.Side) func([]float64, uint64) error {
	var e maxima.Estimate
	theta := make([]float64, len(q.box.Low))
	return func(dst []float64, draw uint64) error {
		of(theta, draw)
		e.Reset()
		err := e.Difference(&q.solver, q.at(theta), q.costs, epsilon, side)
		e.AddTo(dst, 1, q.m, &q.x)
		return err
	}
}

// adaptive is the central difference with the ε of AIMLE, by the defaults of learner direct.
func (q *problem) adaptive(of noise) func([]float64, uint64) error {
	var e maxima.Estimate
	choice := maxima.Adaptive{Eta: 1e-3}
	theta := make([]float64, len(q.box.Low))
	return func(dst []float64, draw uint64) error {
		epsilon := choice.Epsilon(q.at(q.box.Centre()).Node, q.costs)
		of(theta, draw)
		e.Reset()
		err := e.Difference(&q.solver, q.at(theta), q.costs, epsilon, maxima.Central)
		choice.Update(&e)
		e.AddTo(dst, 1, q.m, &q.x)
		return err
	}
}

// perturbed is the gradient of the perturbed Fenchel–Young loss.
func (q *problem) perturbed(of noise) func([]float64, uint64) error {
	var e maxima.Estimate
	theta := make([]float64, len(q.box.Low))
	return func(dst []float64, draw uint64) error {
		of(theta, draw)
		e.Reset()
		err := e.FenchelYoung(&q.solver, q.at(theta), &q.x)
		e.AddTo(dst, 1, q.m, &q.x)
		return err
	}
}

// score is the score function with the mean of the other draws for a baseline.
func (q *problem) score(draws int) func([]float64, uint64) error {
	var s maxima.ScoreFunction
	of, y := q.normal(), make([]int32, q.N())
	theta, z := make([]float64, len(q.box.Low)), make([]float64, len(q.box.Low))
	return func(dst []float64, draw uint64) error {
		s.Reset(len(z))
		for i := range draws {
			of(theta, draw*uint64(draws)+uint64(i))
			if _, err := q.solver.MAP(y, q.at(theta)); err != nil {
				return err
			}
			for j, c := range q.box.Centre() {
				z[j] = (theta[j] - c) / q.sigma
			}
			s.Add(q.loss(y, nil), z)
		}
		floats.Add(dst, s.Gradient(q.sigma, 0))
		return nil
	}
}

// samples is the difference between one draw on each upper face and one on each lower face.
func (q *problem) samples() func([]float64, uint64) error {
	key := perturb.NewKey(3, q.name)
	return func(dst []float64, draw uint64) error {
		for i, w := range q.box.Width {
			for side, sign := range []float64{-1, 1} {
				d, err := skeleton.Sample(q, q.box.Face(i, side == 1), 1, func(u []float64, _ int) {
					key.Uniform(u, (draw*uint64(len(dst))+uint64(i))*2+uint64(side))
				})
				if err != nil {
					return err
				}
				dst[i] += sign / w * d.Mean(q.loss)
			}
		}
		return nil
	}
}

// sampled returns the estimators by draws.
func (q *problem) sampled() []estimator {
	list := []estimator{
		{name: "samples of faces", target: lossUniform, add: q.samples()},
		{name: "Fenchel–Young, draws", target: fenchelYoung, add: q.perturbed(q.uniform())},
		{name: "AIMLE", target: lossUniform, biased: true, add: q.adaptive(q.uniform())},
	}
	sides := []struct {
		name string
		side maxima.Side
	}{{"towards", maxima.Towards}, {"away", maxima.Away}, {"central", maxima.Central}}
	for _, epsilon := range []float64{0.01, 0.03, 0.1, 0.3, 1} {
		for _, s := range sides {
			list = append(list, estimator{name: s.name, target: lossUniform, epsilon: epsilon, biased: true,
				add: q.difference(q.uniform(), epsilon, s.side)})
		}
		list = append(list, estimator{name: "black box", target: lossUniform, epsilon: epsilon,
			biased: true, fixed: true, add: q.difference(q.none(), epsilon, maxima.Towards)})
		if len(q.box.Low) == 2 {
			list = append(list, estimator{name: "central", target: lossNormal, epsilon: epsilon,
				biased: true, add: q.difference(q.normal(), epsilon, maxima.Central)})
		}
	}
	if len(q.box.Low) == 2 {
		list = append(list, estimator{name: "score function", target: lossNormal, add: q.score(10)})
	}
	return list
}

// A measurement compares an estimator with its target. All but calls and seconds are relative to the
// length of the target.
type measurement struct {
	estimator
	calls, seconds float64 // of one estimate
	bias, noise    float64 // distance of the mean; its standard error
	spread         float64 // root of the total variance of one estimate
	direction      float64 // mean cosine of means over a hundred calls
}

// error returns the root mean square error of the mean of as many estimates.
func (m *measurement) error(estimates float64) float64 {
	bias := 0.0
	if m.biased {
		bias = m.bias
	}
	return math.Sqrt(bias*bias + m.spread*m.spread/max(estimates, 1))
}

// measure draws estimates with some calls.
func (q *problem) measure(t testing.TB, e estimator, target []float64, calls int) measurement {
	t.Helper()
	g, mean, batch := make([]float64, len(target)), make([]float64, len(target)), make([]float64, len(target))
	squares, cosines, batches, inBatch := 0.0, 0.0, 0.0, 0
	start, before, n := cputime.Used(), q.solver.calls, 0
	for n == 0 || !e.fixed && q.solver.calls-before < calls {
		clear(g)
		if err := e.add(g, uint64(n)); err != nil {
			t.Fatal(err)
		}
		n++
		squares += floats.Dot(g, g)
		floats.Add(mean, g)
		floats.Add(batch, g)
		if inBatch++; e.fixed || inBatch*(q.solver.calls-before) >= 100*n {
			cosines, batches = cosines+cosine(batch, target), batches+1
			clear(batch)
			inBatch = 0
		}
	}
	m := measurement{estimator: e, calls: float64(q.solver.calls-before) / float64(n),
		seconds: (cputime.Used() - start).Seconds() / float64(n), direction: cosines / batches}
	floats.Scale(1/float64(n), mean)
	length, variance := floats.Norm(target, 2), max(squares/float64(n)-floats.Dot(mean, mean), 0)
	m.spread, m.noise = math.Sqrt(variance)/length, math.Sqrt(variance/float64(n))/length
	off := floats.Distance(mean, target, 2) / length
	m.bias = math.Sqrt(max(off*off-m.noise*m.noise, 0))
	return m
}

func cosine(u, v []float64) float64 {
	if n := floats.Norm(u, 2) * floats.Norm(v, 2); n > 0 {
		return floats.Dot(u, v) / n
	}
	return 0
}

// capped returns the relative errors of skeletons, with repeatedly doubled calls until they are
// complete or make 2¹¹ calls in each region.
func (q *problem) capped(t testing.TB, target []float64, find func(calls int) []float64) (calls, seconds,
	errors []float64) {
	t.Helper()
	for limit := 4; limit <= 1<<11; limit *= 2 {
		start, before := cputime.Used(), q.solver.calls
		g := find(limit)
		made := float64(q.solver.calls - before)
		if len(calls) > 0 && made == calls[len(calls)-1] {
			break
		}
		calls, seconds = append(calls, made), append(seconds, (cputime.Used()-start).Seconds())
		errors = append(errors, floats.Distance(g, target, 2)/floats.Norm(target, 2))
	}
	return calls, seconds, errors
}

// delta is the thickness of slices and the step of regions.
const delta = 1e-3

// sides returns the gradient by differences of means over two regions for each parameter.
func (q *problem) sides(t testing.TB, calls int, factor float64,
	of func(i int) (lower, upper skeleton.Region)) []float64 {
	t.Helper()
	g := make([]float64, len(q.box.Low))
	for i := range g {
		lower, upper := of(i)
		for _, side := range []struct {
			r    skeleton.Region
			sign float64
		}{{lower, -1}, {upper, 1}} {
			d, err := skeleton.Explore(q, side.r, calls)
			if err != nil {
				t.Fatal(err)
			}
			g[i] += side.sign * factor * d.Mean(q.loss)
		}
	}
	return g
}

// skeletons returns the estimators by skeletons of at most some calls each.
func (q *problem) skeletons(t testing.TB) map[string]func(calls int) []float64 {
	return map[string]func(calls int) []float64{
		"faces": func(calls int) []float64 { return q.byFaces(t, calls) },
		"slices": func(calls int) []float64 {
			return q.sides(t, calls, 1, func(i int) (skeleton.Region, skeleton.Region) {
				return q.box.Slice(i, false, delta), q.box.Slice(i, true, delta)
			})
		},
		"regions": func(calls int) []float64 {
			return q.sides(t, calls, 1/delta, func(i int) (skeleton.Region, skeleton.Region) {
				return q.box.Whole(), q.box.Moved(i, delta).Whole()
			})
		},
	}
}

// TestEstimators: means of unbiased estimators lie in the 99.9 % band of their targets; differences
// approach theirs; complete skeletons are exact up to the thickness of slices.
func TestEstimators(t *testing.T) {
	q := small(t)
	targets := q.targets(t)
	for _, e := range q.sampled() {
		m := q.measure(t, e, targets[e.target], 8000)
		t.Logf("%-22s %-28s ε=%-5v %.1f calls: off %.3f ± %.3f, spread %.2f, cosine %.2f", e.name, e.target,
			e.epsilon, m.calls, m.bias, m.noise, m.spread, m.direction)
		if !e.biased && m.bias > 4*m.noise || e.biased && e.epsilon == 0.01 && !e.fixed &&
			m.bias > 0.1+4*m.noise {
			t.Errorf("%s is off target %s by %.3f ± %.3f", e.name, e.target, m.bias, m.noise)
		}
	}
	for name, find := range q.skeletons(t) {
		if d := floats.Distance(find(0), targets[lossUniform], 2) / floats.Norm(targets[lossUniform],
			2); d > 1e-9 && name == "faces" || d > 0.01 {
			t.Errorf("%s: relative error %v", name, d)
		}
	}
}

// targets returns the targets by name.
func (q *problem) targets(t testing.TB) map[string][]float64 {
	t.Helper()
	f, err := skeleton.ExploreFaces(q, q.box, 0)
	if err != nil {
		t.Fatal(err)
	}
	uniform := make([]float64, len(q.box.Low))
	f.Gradient(uniform, q.loss)
	all := map[string][]float64{lossUniform: uniform, fenchelYoung: q.fenchelYoung(f.Mean)}
	if len(q.box.Low) == 2 {
		all[lossNormal] = q.normalLoss(t)
	}
	return all
}
