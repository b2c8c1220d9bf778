package crf

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A dual is the state of online exponentiated gradient on the dual of the likelihood. Source:
// Collins, Globerson, Koo, Carreras & Bartlett, JMLR 2008, section 5. Instance i has as its dual
// variables a distribution αᵢ over labelings. H is its entropy. With cᵢ = aᵢ/(λΣa),
//
//	w = Σᵢ cᵢ·(φ(xᵢ,yᵢ) − E_αᵢ[φ(xᵢ,·)]),  D(α) = −λ/2·‖w‖² + Σᵢ aᵢ/Σa·H(αᵢ) <= min F.
//
// αᵢ ∝ exp of scores θᵢ: those of labels, n×K, and one table for all pairs, K×K. A visit moves θᵢ
// by a share η of the way to the scores under w. αᵢ is a block of coordinates of D. η falls by
// half as long as D would fall. It grows with each visit. At first αᵢ is all at gold, and w = 0.
//
// It takes 8·(n+K)·K bytes for each instance. Marginals in 32 bits make D inexact by 1e-8.
type dual struct {
	*likelihood.Objective
	solver func(x *sp.Instance) (sp.Solver, error)
	order  *optim.Order
	total  float64 // Σa
	wanted float64 // gap to end at, relative to D

	w            []float64
	theta, mean  [][]float32 // θᵢ; marginals of αᵢ, those of all pairs as one sum
	eta, entropy []float64   // of the instances
	visits       int
	gap, last    float64 // estimates of F(w) − D in this pass and the one before

	// Buffers of a visit: scores under w, marginals, the next θᵢ, scores then, and the fall of
	// marginals.
	s, old, next, after, delta []float64
	p, q                       sp.Potentials
	mu, by                     sp.Marginals
	one                        sp.Instance
}

const (
	goldScore = 8    // of θᵢ at first
	firstStep = 0.5  // η
	leastStep = 1e-9 // below which a visit changes nothing
	faster    = 1.1  // growth of η
	rounding  = 1e-8 // of a rise, relative to log Z
	slow      = 0.8  // share of the gap after a pass from which L-BFGS is faster
)

func newDual(o *likelihood.Objective, solver func(x *sp.Instance) (sp.Solver, error),
	seed uint64) *dual {
	n := len(o.Train)
	d := &dual{Objective: o, solver: solver, order: optim.NewOrder(n, optim.Reshuffled, seed),
		total: o.Total(), w: make([]float64, o.Map.Dim()), theta: make([][]float32, n),
		mean: make([][]float32, n), eta: make([]float64, n), entropy: make([]float64, n)}
	d.mu.Pooled = true
	for i := range o.Train {
		x, size := &o.Train[i], (o.Train[i].N()+o.Train[i].K)*o.Train[i].K
		d.theta[i], d.mean[i], d.eta[i] = make([]float32, size), make([]float32, size), firstStep
		for t, y := range x.Gold {
			d.theta[i][t*x.K+int(y)], d.mean[i][t*x.K+int(y)] = goldScore, 1
		}
		for _, e := range x.Edges {
			d.mean[i][(x.N()+int(x.Gold[e.U]))*x.K+int(x.Gold[e.V])]++
		}
	}
	return d
}

// bound returns D. O(dim).
func (d *dual) bound() float64 {
	sum := -d.Lambda / 2 * floats.Dot(d.w, d.w)
	for i, h := range d.entropy {
		sum += d.Train[i].Weight / d.total * h
	}
	return sum
}

// close reports whether the gap is small enough.
func (d *dual) close() bool { return d.gap <= d.wanted*d.bound() }

// step visits an instance. It ends before a pass if the gap is small enough, or falls slowly.
func (d *dual) step() error {
	if n := len(d.Train); d.visits%n == 0 {
		if d.visits >= 4*n && (d.close() || d.gap > slow*d.last) {
			return learner.ErrConverged
		}
		d.last, d.gap = d.gap, 0
	}
	if err := d.visit(d.order.Next()); err != nil {
		return err
	}
	d.visits++
	return nil
}

// visit makes one oracle call for instance i, and one more for each time that η is halved.
func (d *dual) visit(i int) error {
	x, theta, mean := &d.Train[i], d.theta[i], d.mean[i]
	solver, err := d.solver(x)
	if err != nil {
		return err
	}
	for _, v := range []*[]float64{&d.s, &d.old, &d.next, &d.after, &d.delta} {
		*v = sp.Grow(*v, len(mean))
	}
	d.scores(d.s, x)
	for j, v := range mean {
		d.old[j] = float64(v)
	}
	nodes, share := x.N()*x.K, x.Weight/d.total
	d.by.Node, d.by.Pair, d.one = d.delta[:nodes], d.delta[nodes:], *x
	d.one.Edges = x.Edges[:min(1, len(x.Edges))] // delta has the sum of all
	for ; d.eta[i] > leastStep; d.eta[i] /= 2 {
		eta := d.eta[i]
		for j, v := range theta {
			d.next[j] = float64(v + float32(eta*(d.s[j]-float64(v))))
		}
		logZ, err := d.marginals(solver, x)
		if err != nil {
			return err
		}
		entropy := logZ - floats.Dot(d.next, d.delta)
		for j, v := range d.delta {
			d.delta[j] = d.old[j] - float64(float32(v))
		}
		d.Map.AddMean(d.w, share/d.Lambda, &d.one, &d.by)
		d.scores(d.after, x)
		rise := entropy - d.entropy[i] - (floats.Dot(d.s, d.delta)+floats.Dot(d.after, d.delta))/2
		if rise < -rounding*math.Abs(logZ) { // D rises by aᵢ/Σa·rise
			d.Map.AddMean(d.w, -share/d.Lambda, &d.one, &d.by)
			continue
		}
		// F − D is the sum of divergences KL(αᵢ‖exp s); along η they grow as η².
		divergence := max(0, logZ-floats.Dot(d.next, d.old)-d.entropy[i])
		d.gap += share * divergence / (eta * eta)
		d.entropy[i], d.eta[i] = entropy, min(1, faster*eta)
		for j, v := range d.next {
			theta[j], mean[j] = float32(v), float32(d.old[j]-d.delta[j])
		}
		return nil
	}
	d.eta[i] = firstStep
	return nil
}

// marginals sets delta to the marginals under the scores next, and returns their log Z.
func (d *dual) marginals(s sp.Solver, x *sp.Instance) (logZ float64, err error) {
	nodes, kk := x.N()*x.K, x.K*x.K
	d.q.K, d.q.Edges, d.q.Node, d.q.Pair.Table = x.K, x.Edges, d.next[:nodes], d.next[nodes:]
	if logZ, err = s.Marginals(&d.mu, &d.q); err != nil {
		return 0, err
	}
	clear(d.delta[copy(d.delta, d.mu.Node):])
	if len(x.Edges) > 0 {
		for pair := d.mu.Pair; len(pair) > 0; pair = pair[kk:] { // one, or that of each edge
			floats.Add(d.delta[nodes:], pair[:kk])
		}
	}
	return logZ, nil
}

// scores sets dst to the scores of x under w.
func (d *dual) scores(dst []float64, x *sp.Instance) {
	d.Map.Potentials(&d.p, d.w, x)
	copy(dst[copy(dst, d.p.Node):], d.p.Pair.Table)
}

// ascends reports whether o is minimised through its dual.
func (r *run) ascends(o *likelihood.Objective) bool {
	auto := r.Solver == solverAuto
	if !auto && r.Solver != solverDual || r.Kind != kindLikelihood || r.softened() || r.weak ||
		r.L1 > 0 || r.joint != nil || len(o.Map.NonNegative()) > 0 ||
		auto && (o.Map.Dim() < 20000 || o.Lambda*float64(len(o.Train)) < 2) {
		return false
	}
	w, p := make([]float64, o.Map.Dim()), sp.Potentials{}
	for i := range o.Train {
		x := &o.Train[i]
		solver, err := r.task.Solver(x)
		_, approximate := solver.(sp.Approximator)
		o.Map.Potentials(&p, w, x)
		if err != nil || approximate || x.Structure != nil || x.Transitions != nil || !p.Shared() ||
			len(p.Factor) > 0 || auto && !x.Node.Sparse() {
			return false
		}
	}
	return true
}

// ascend maximises the dual of o from w = 0 until L-BFGS has little left to do, and leaves w.
func (r *run) ascend(o *likelihood.Objective, w []float64) error {
	d := newDual(o, r.solver(r.task), r.task.Seed)
	r.checkpoint = func() sp.Checkpoint {
		return sp.Checkpoint{Weights: d.w, Values: map[string]float64{sp.ValueBound: d.bound()}}
	}
	d.wanted = max(r.Tolerance/30, 1e-8)
	err := r.Steps(math.MaxInt, d.step)
	copy(w, d.w)
	if d.close() { // merging features would take longer than what is left
		o.Map = struct{ sp.FeatureMap }{o.Map}
	}
	return err
}
