package ssvm

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A subgradient is subgradient descent on F (Ratliff, Bagnell & Zinkevich 2007; Nowozin & Lampert
// 2010), with the step sizes
//
//	γ_t = (1+m)/(λ(t+m)),  t = 1, 2, …
//
// since F is λ-strongly convex. Sources with C at the loss instead of λ at the regulariser minimise
// F/λ with C = 1/λ, which is 1-strongly convex; their step (1+m)/(t+m) is the same step (Domokos
// 2016). With ȳᵢ the oracle's labelings at w_t, the subgradient is λ(w_t − s_t), and
//
//	w_{t+1} = (1 − ρ_t)·w_t + ρ_t·s_t,  ρ_t = (1+m)/(t+m),
//	s_t = Σᵢ aᵢ/(λΣa)·[φ(xᵢ,yᵢ) − φ(xᵢ,ȳᵢ)].
//
// That is also Frank–Wolfe with the steps ρ_t on the dual of F described at bcfw (Lacoste-Julien et
// al. 2013, section 4). Its dual values are therefore known, and they are bounds. Sign constraints
// are as in that dual: w is the clipped sum.
type subgradient struct {
	maxOracle
	optim.Iterate // w
	lambda        float64
	rate          optim.Step // ρ
	t             int        // steps done
	u             []float64  // w before clipping
	sum           []float64  // s
	mean          float64    // Σᵢ aᵢ/Σa·L of the dual
	bound         float64    // the largest dual value so far; 0 at the start
	visitAll      func(n int) error
	loss          float64 // of the labelings of this step
	made          int     // calls before the current step
}

func newSubgradient(o maxOracle, it optim.Iterate, lambda, shift float64) *subgradient {
	g := &subgradient{
		maxOracle: o, Iterate: it, lambda: lambda, rate: optim.Step{Scale: 1, Shift: shift},
		u: make([]float64, len(it.V)), sum: make([]float64, len(it.V)),
	}
	g.visitAll = g.task.Batch(g.worker)
	return g
}

// worker returns the two steps of a turn: do finds ȳᵢ, take adds instance i to s and to the mean
// loss.
func (g *subgradient) worker(t *sp.Task) (do, take func(i int) error) {
	of := *g.task // may have more instances than the fit's task
	of.Solver = t.Solver
	o := &maxOracle{task: &of, loss: g.maxOracle.loss, limit: math.MaxInt}
	weight := []float64{0}
	do = func(i int) error {
		if g.made+i >= g.limit {
			return sp.ErrLimit
		}
		o.score(i, 1, g.V)
		_, err := o.solve(i)
		return err
	}
	take = func(i int) error {
		x, share := &of.Train[i], g.share(i)
		g.calls++
		weight[0] = share / g.lambda
		of.Map.AddDifferences(g.sum, x, weight, x.Gold, o.y)
		g.loss += share * g.value(i, o.y)
		return nil
	}
	return do, take
}

// extend keeps the dual variables, like bcfw's. The step number t continues, since ρ_1 = 1 would
// discard them.
func (g *subgradient) extend(t *sp.Task, limit int, _ []float64) {
	part := g.maxOracle.extend(t, limit)
	g.visitAll = g.task.Batch(g.worker)
	floats.Scale(part, g.u)
	floats.Scale(part, g.V)
	g.Restart(g.V)
	g.mean *= part
	g.bound = max(0, g.mean-g.lambda/2*floats.Dot(g.V, g.V))
}

// State implements learner.Resumable.
func (g *subgradient) State() []any {
	return []any{&g.Iterate, &g.calls, &g.t, &g.u, &g.mean, &g.bound}
}

// step is an oracle call for every instance, on all threads of the fit. If any call fails, it
// changes nothing.
func (g *subgradient) step() error {
	clear(g.sum)
	g.loss, g.made = 0, g.calls
	if err := g.visitAll(len(g.task.Train)); err != nil {
		return err
	}
	g.t++
	rho := g.rate.At(g.t)
	g.mean = (1-rho)*g.mean + rho*g.loss
	floats.Scale(1-rho, g.u)
	floats.AddScaled(g.u, rho, g.sum)
	copy(g.Delta, g.u)
	optim.Project(g.Delta, g.NonNegative)
	floats.Sub(g.Delta, g.V)
	g.Move(g.All(), 1)
	g.Step()
	g.bound = max(g.bound, g.mean-g.lambda/2*floats.Dot(g.V, g.V))
	return nil
}

func (g *subgradient) checkpoint() sp.Checkpoint {
	return sp.Checkpoint{Weights: g.Weights(), Values: map[string]float64{sp.ValueBound: g.bound}}
}
