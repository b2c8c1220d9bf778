package ssvm

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A bcfw is the state of block-coordinate Frank–Wolfe (Lacoste-Julien et al. 2013, Algorithm 4) on
// the dual of the structural SVM. The dual variables of instance i are a distribution αᵢ over
// labelings. With ψᵢ(y) = φ(xᵢ,yᵢ) − φ(xᵢ,y)
//
//	u = Σᵢ cᵢ·Σ_y αᵢ(y)·ψᵢ(y),  cᵢ = aᵢ/(λΣa),  w = u with constrained coordinates clipped at 0,
//	D(α) = −λ/2·‖w‖² + Σᵢ aᵢ/Σa·Σ_y αᵢ(y)·L(yᵢ,y).
//
// Clipping follows from maximising D over the multipliers of w >= 0 too: w minimises λ/2·‖w‖² −
// λ⟨w,u⟩ over the constraint. This D stays a lower bound on F. Projecting w after a step would not
// keep it.
//
// The body cites lines of Algorithm 4, in this notation:
//
//	1: w = 0, every αᵢ at gold                  5: w_s = cᵢ·ψᵢ(y*)
//	2: for k = 0, 1, …                          6: γ where D is largest, clipped to [0,1]
//	3:   pick i                                 7: αᵢ = (1−γ)·αᵢ + γ·y*, the paper's wᵢ and ℓᵢ
//	4:   y* = argmax_y L(yᵢ,y) + ⟨w, φ(xᵢ,y)⟩   8: w = w + γ·(w_s − wᵢ), wᵢ = cᵢ·Σ_y αᵢ(y)·ψᵢ(y)
//	                                            9: the average of the w
//
// αᵢ is kept as atoms: the state grows with the labelings in use and not with the dimension. A step
// works on the coordinates touched by its instance.
type bcfw struct {
	maxOracle
	optim.Iterate // w
	order         *optim.Order
	lambda        float64
	u             []float64 // of the constrained coordinates, parallel to NonNegative
	duals         []dual

	// visits since the start in which an approximate oracle and all atoms gave nothing above the
	// atoms' mean
	missed int
	moved  []float64 // of the constrained coordinates of the instance, parallel to dual.Bounded
	lines  lineSearch
}

func newBCFW(o maxOracle, it optim.Iterate, order *optim.Order, lambda float64) *bcfw {
	b := &bcfw{
		maxOracle: o, Iterate: it, order: order, lambda: lambda,
		u: make([]float64, len(it.NonNegative)),
	}
	b.grow()
	return b
}

// grow adds dual variables for new instances.
func (b *bcfw) grow() {
	for i := len(b.duals); i < len(b.task.Train); i++ {
		x := &b.task.Train[i]
		b.duals = append(b.duals,
			newDual(x, optim.NewSupport(b.task.Map.Support(nil, x), b.NonNegative)))
	}
}

// extend keeps the dual variables of the former instances. Their weights shrink to the share of the
// former instances in the total weight. New instances begin at gold.
func (b *bcfw) extend(t *sp.Task, limit int, _ []float64) {
	part := b.maxOracle.extend(t, limit)
	floats.Scale(part, b.V)
	floats.Scale(part, b.u)
	b.Restart(b.V)
	b.order.Extend(len(t.Train))
	for i := range b.duals {
		b.duals[i].gap = math.NaN() // w has changed
	}
	b.grow()
}

// State implements learner.Resumable.
func (b *bcfw) State() []any {
	parts := []any{&b.Iterate, b.order, &b.u, &b.calls, &b.missed}
	for i := range b.duals {
		parts = append(parts, &b.duals[i])
	}
	return parts
}

// step is one k of line 2.
func (b *bcfw) step() error { return b.visit(b.order.Next()) } // line 3

// visit is one oracle call for instance i, plus O(support + atoms·n).
func (b *bcfw) visit(i int) error {
	d := &b.duals[i]
	b.score(i, 1, b.V)
	star, gap, err := b.maximum(i, d.rank(&b.p)) // line 4
	if err != nil {
		return err
	}
	if d.gap = gap; gap > 0 {
		b.frankWolfe(i, star, gap)
		d.trim(0)
	}
	b.Step() // line 9
	return nil
}

// tolerance is how far below the mean of its atoms a maximum may be by rounding, relatively.
const tolerance = 1e-7

// maximum calls the oracle for y* of instance i, whose atoms rank as r. It returns the atom of y*,
// undefined at a gap of 0, and its block gap: the slope of D towards it, cᵢλ times its score above
// the mean of the atoms.
//
// A maximum is at least the mean. An exact oracle below the mean violates the protocol. With an
// approximate oracle, the best atom replaces a labeling of lower score. If that is no ascent
// either, because all atoms score the same, the visit is a step of length zero.
func (b *bcfw) maximum(i int, r ranking) (star int, gap float64, err error) {
	found, err := b.solve(i)
	if err != nil {
		return 0, 0, err
	}
	d := &b.duals[i]
	rounding := tolerance * (1 + math.Abs(r.mean))
	switch {
	case b.approximate && r.high > found && r.high > r.mean+rounding:
		return r.best, b.share(i) * (r.high - r.mean), nil
	case found >= r.mean:
		gap = b.share(i) * (found - r.mean)
		if star = d.find(b.y); star < 0 && gap > 0 {
			star = d.add(b.y, b.value(i, b.y))
		}
		return star, gap, nil
	case b.approximate:
		b.missed++
	case found < r.mean-rounding:
		return 0, 0, fmt.Errorf("ssvm: the oracle's maximum for instance %q is %v, and "+
			"labelings that it found before have mean %v", b.task.Train[i].ID, found, r.mean)
	}
	return 0, 0, nil
}

// frankWolfe moves αᵢ towards atom star; its block gap is the slope.
func (b *bcfw) frankWolfe(i, star int, gap float64) {
	d, x := &b.duals[i], &b.task.Train[i]
	// Line 5. w_s − wᵢ is cᵢ times Σ_y αᵢ(y)·(φ(xᵢ,y) − φ(xᵢ,y*)): the gold labeling
	// cancels.
	b.task.Map.AddDifferences(b.Delta, x, d.weights, d.flat, d.labels(star))
	d.toward(star, b.climb(i, gap, 1)) // line 7
}

// climb moves w by γ·cᵢ·delta with the γ in [0,limit] that maximises D, and returns γ. slope is the
// derivative of D by γ at 0.
func (b *bcfw) climb(i int, slope, limit float64) float64 {
	d, c := &b.duals[i], b.share(i)/b.lambda
	b.moved = b.moved[:0]
	for _, k := range d.Bounded {
		at := b.NonNegative[k]
		b.moved = append(b.moved, c*b.Delta[at])
		b.Delta[at] = 0
	}
	norm := 0.0
	for r := 0; r < len(d.Ranges); r += 2 {
		norm += kernel.SumSquares(b.Delta[d.Ranges[r]:d.Ranges[r+1]])
	}
	b.lines.reset()
	for j, k := range d.Bounded {
		b.lines.add(b.u[k], b.moved[j])
	}
	// Line 6. Without constraints, γ = slope/(λ‖w_s − wᵢ‖²), clipped.
	gamma := b.lines.search(slope/b.lambda, c*c*norm, limit)
	// Line 8.
	b.Move(&d.Support, gamma*c)
	for j, k := range d.Bounded {
		b.u[k] += gamma * b.moved[j]
		at := b.NonNegative[k]
		b.Shift(at, max(b.u[k], 0)-b.V[at])
	}
	return gamma
}

// checkpoint returns the iterate to use and the values known for it.
func (b *bcfw) checkpoint() sp.Checkpoint {
	dual, gap := -b.lambda/2*floats.Dot(b.V, b.V), 0.0
	for i := range b.duals {
		gap += b.duals[i].gap
		dual += b.share(i) * b.duals[i].meanLoss()
	}
	values := map[string]float64{sp.ValueBound: dual}
	if gap == gap { // every instance has been visited
		values[sp.ValueGapEstimate] = gap
	}
	if b.missed > 0 {
		values[sp.ValueMissedMaxima] = float64(b.missed)
	}
	return sp.Checkpoint{Weights: b.Weights(), Values: values}
}

// dual returns the dual variables of all instances.
func (b *bcfw) dual() [][]sp.Atom {
	all := make([][]sp.Atom, len(b.duals))
	for i := range b.duals {
		all[i] = b.duals[i].atoms()
	}
	return all
}
