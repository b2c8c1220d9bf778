package main

import (
	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A bcfw is the state of block-coordinate Frank–Wolfe (Lacoste-Julien et al.
// 2013, Algorithm 4) on the dual of the structural SVM. The dual variables of
// instance i are a distribution αᵢ over labelings; with ψᵢ(y) = φ(xᵢ,yᵢ) − φ(xᵢ,y)
//
//	u = Σᵢ cᵢ·Σ_y αᵢ(y)·ψᵢ(y),  cᵢ = aᵢ/(λΣa),  w = u with constrained coordinates clipped at 0,
//	D(α) = −λ/2·‖w‖² + Σᵢ aᵢ/Σa·Σ_y αᵢ(y)·L(yᵢ,y).
//
// Clipping is what the multipliers of w >= 0 come to when D is maximised over
// them too: w minimises λ/2·‖w‖² − λ⟨w,u⟩ over the constraint. D so defined stays
// a lower bound on F, which projecting w after a step would not give.
//
// αᵢ is kept as atoms, so the state grows with the labelings in use and not with
// the dimension; a step works on the coordinates that its instance can touch.
type bcfw struct {
	task   *sp.Task
	loss   sp.NodeLoss
	lambda float64
	total  float64 // Σ aᵢ

	w       []float64
	nonNeg  []int
	u       []float64 // of the constrained coordinates, parallel to nonNeg
	average *optim.Average
	duals   []dual
	steps   int

	// Buffers of a step.
	v     []float64 // dim, the direction; zero between steps
	vc    []float64 // of the constrained coordinates of the instance, parallel to dual.bounded
	p     sp.Potentials
	costs []float64
	y     []int32
	lines lineSearch
}

func newBCFW(t *sp.Task, loss sp.NodeLoss, lambda float64) *bcfw {
	b := &bcfw{
		task: t, loss: loss, lambda: lambda,
		w: make([]float64, t.Map.Dim()), v: make([]float64, t.Map.Dim()),
		nonNeg: t.Map.NonNegative(), duals: make([]dual, len(t.Train)),
	}
	b.u = make([]float64, len(b.nonNeg))
	for i := range t.Train {
		x := &t.Train[i]
		b.total += x.Weight
		b.duals[i] = newDual(x, t.Map, b.nonNeg)
	}
	return b
}

func (b *bcfw) averageIterates() { b.average = optim.NewAverage(len(b.w), optim.Linear) }

// step visits instance i: one oracle call and O(support + atoms·n) besides.
func (b *bcfw) step(i int) error {
	x, dual := &b.task.Train[i], &b.duals[i]
	solver, err := b.task.Solver(x)
	if err != nil {
		return err
	}
	// 3. Solve the loss-augmented decoding for y*.
	b.augment(x)
	b.y = sp.Grow(b.y, x.N())
	best, err := solver.MAP(b.y, &b.p)
	if err != nil {
		return err
	}
	// 4. The direction w_s − wᵢ is cᵢ·v with v = Σ_y αᵢ(y)·φ(xᵢ,y) − φ(xᵢ,y*): the
	// gold labeling cancels.
	star, mean := dual.find(b.y, &b.p)
	share := x.Weight / b.total
	dual.gap = share * max(best-mean, 0)
	if dual.gap > 0 {
		b.direction(x, dual, star)
		gamma := b.search(dual, share/b.lambda)
		b.move(dual, gamma*share/b.lambda)
		dual.shift(star, b.y, b.loss.Value(x, x.Gold, b.y), gamma)
	}
	if b.average != nil {
		b.average.Step(1)
	}
	b.steps++
	return nil
}

// augment sets p to the scores of x under w plus the costs of wrong labels.
func (b *bcfw) augment(x *sp.Instance) {
	b.task.Map.Potentials(&b.p, b.w, x)
	b.costs = sp.Grow(b.costs, len(b.p.Node))
	b.loss.Costs(b.costs, x, nil)
	floats.Add(b.p.Node, b.costs)
}

// direction sets v, of the constrained coordinates vc instead. Terms of the atom
// that is y* itself cancel in part.
func (b *bcfw) direction(x *sp.Instance, d *dual, star int) {
	rest := 1.0
	for a, weight := range d.weights {
		if a == star {
			rest -= weight
			continue
		}
		b.task.Map.Add(b.v, weight, x, d.labels(a))
	}
	b.task.Map.Add(b.v, -rest, x, b.y)
	b.vc = b.vc[:0]
	for _, k := range d.bounded {
		at := b.nonNeg[k]
		b.vc = append(b.vc, b.v[at])
		b.v[at] = 0
	}
}

// search returns the step γ in [0,1] that maximises D(α + γ·direction), of which
// the slope at 0 is the block gap.
func (b *bcfw) search(d *dual, c float64) float64 {
	norm := 0.0
	for r := 0; r < len(d.support); r += 2 {
		v := b.v[d.support[r]:d.support[r+1]]
		norm += floats.Dot(v, v)
	}
	if len(d.bounded) == 0 {
		// 5. γ = gapᵢ/(λ‖w_s − wᵢ‖²), clipped.
		if curve := b.lambda * c * c * norm; d.gap < curve {
			return d.gap / curve
		}
		return 1
	}
	b.lines.reset()
	for j, k := range d.bounded {
		b.lines.add(b.u[k], c*b.vc[j])
	}
	return b.lines.search(d.gap/b.lambda, c*c*norm)
}

// move adds s·v to u, keeps w and its average in step, and clears v.
func (b *bcfw) move(d *dual, s float64) {
	for r := 0; r < len(d.support); r += 2 {
		lo, hi := d.support[r], d.support[r+1]
		floats.Scale(s, b.v[lo:hi])
		floats.Add(b.w[lo:hi], b.v[lo:hi])
	}
	if b.average != nil {
		b.average.Add(d.support, b.v)
	}
	for r := 0; r < len(d.support); r += 2 {
		clear(b.v[d.support[r]:d.support[r+1]])
	}
	for j, k := range d.bounded {
		at := b.nonNeg[k]
		b.u[k] += s * b.vc[j]
		before := b.w[at]
		b.w[at] = max(b.u[k], 0)
		if b.average != nil {
			b.average.AddAt(at, b.w[at]-before)
		}
	}
}

// checkpoint returns the iterate to use and what is known of it.
func (b *bcfw) checkpoint() sp.Checkpoint {
	norm, dual, gap := 0.0, 0.0, 0.0
	for _, v := range b.w {
		norm += v * v
	}
	for i := range b.duals {
		d := &b.duals[i]
		gap += d.gap
		dual += b.task.Train[i].Weight / b.total * d.meanLoss()
	}
	w := b.w
	if b.average != nil {
		w = make([]float64, len(b.w))
		b.average.Mean(w, b.w)
		optim.Project(w, b.nonNeg) // rounding may leave −0.0000…1
	}
	values := map[string]float64{sp.ValueBound: dual - b.lambda/2*norm}
	if gap == gap { // every instance has been visited
		values["gap-estimate"] = gap
	}
	return sp.Checkpoint{Params: w, Values: values}
}
