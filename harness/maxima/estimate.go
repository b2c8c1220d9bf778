package maxima

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/sparsemap"
)

// A Side says which maximisers a Difference compares; see the package comment.
type Side int

// Sides.
const (
	Towards Side = iota
	Away
	Central
)

// An Estimate is the mean of estimates from several draws. The zero value has none. It keeps
// buffers and is not safe for concurrent use.
type Estimate struct {
	// Terms are the labelings, with the sums of their signs over the draws. The labelings differ.
	Terms []sp.Atom
	Draws int     // number of draws
	Unit  float64 // factor of the terms: 1, or 1/ε, 1/(2ε)
	value float64
	apart int // variables with two labels in a draw, summed over the draws

	p      sp.Potentials
	a, b   []int32
	sparse sparsemap.ActiveSet
	weight [1]float64 // of a labeling in AddTo
}

// Reset removes all draws. It keeps buffers.
func (e *Estimate) Reset() { e.Terms, e.Draws, e.value, e.apart = e.Terms[:0], 0, 0, 0 }

// Value returns the mean over the draws of
//
//   - FenchelYoung: the maximum minus the score of gold, both under noise. Its expectation is the
//     perturbed Fenchel–Young loss up to a constant, and it is never negative
//   - FenchelYoungCosts: the same, with the cheapest labeling under noise as gold
//   - Difference: the cost of the worse labeling
func (e *Estimate) Value() float64 { return e.value / float64(max(e.Draws, 1)) }

// Nonzero returns the number of nonzero entries of a draw's gradient by the node scores: the mean
// over the draws.
func (e *Estimate) Nonzero() float64 { return 2 * float64(e.apart) / float64(max(e.Draws, 1)) }

// AddTo adds a times the estimate to dst, by the weights of m. It costs what differs between the
// labelings.
func (e *Estimate) AddTo(dst []float64, a float64, m sp.FeatureMap, x *sp.Instance) {
	a *= e.Unit / float64(max(e.Draws, 1))
	for i, t := range e.Terms { // the signs sum to 0
		if i > 0 && t.Weight != 0 {
			e.weight[0] = a * t.Weight
			m.AddDifferences(dst, x, e.weight[:], t.Labels, e.Terms[0].Labels)
		}
	}
}

// AddNode adds the estimate by the scores of k labels of each variable to dst (n×k).
func (e *Estimate) AddNode(dst []float64, k int) {
	for _, t := range e.Terms {
		for d, y := range t.Labels {
			dst[d*k+int(y)] += e.Unit / float64(max(e.Draws, 1)) * t.Weight
		}
	}
}

// sign adds sign times labeling y, which it copies. O(terms·n), less if labelings differ early.
func (e *Estimate) sign(sign float64, y []int32) {
	for i := range e.Terms {
		if slices.Equal(e.Terms[i].Labels, y) {
			e.Terms[i].Weight += sign
			return
		}
	}
	n := len(e.Terms)
	e.Terms = slices.Grow(e.Terms, 1)[:n+1]
	e.Terms[n].Weight, e.Terms[n].Labels = sign, append(e.Terms[n].Labels[:0], y...)
}

// add adds a draw: labeling a minus b.
func (e *Estimate) add(a, b []int32, unit, value float64) {
	e.Draws++
	e.Unit = unit
	e.value += value
	apart := e.apart
	for d, k := range a {
		if k != b[d] {
			e.apart++
		}
	}
	if e.apart > apart {
		e.sign(1, a)
		e.sign(-1, b)
	}
}

// FenchelYoung adds a draw: the maximiser under p minus the gold labeling of x. p are the scores
// with noise. One MAP call. If x has unknown labels, the maximiser given its known labels stands for
// the gold labeling: a second call.
func (e *Estimate) FenchelYoung(s sp.Solver, p *sp.Potentials, x *sp.Instance) error {
	e.a = sp.Grow(e.a, p.N())
	best, err := s.MAP(e.a, p)
	if err != nil {
		return err
	}
	if x.Labelled() {
		e.add(e.a, x.Gold, 1, best-p.Score(x.Gold))
		return nil
	}
	e.shift(p, 0, nil)
	e.p.Restrict(x)
	e.b = sp.Grow(e.b, p.N())
	known, err := s.MAP(e.b, &e.p)
	if err == nil {
		e.add(e.a, e.b, 1, best-known)
	}
	return err
}

// FenchelYoungCosts adds a draw: the maximiser under p minus the cheapest labeling. p are scores
// with noise (n×K). The same noise reduces the true costs of x. Two MAP calls.
func (e *Estimate) FenchelYoungCosts(s sp.Solver, p *sp.Potentials, x *sp.Instance,
	noise []float64) error {
	e.a, e.b = sp.Grow(e.a, p.N()), sp.Grow(e.b, p.N())
	best, err := s.MAP(e.a, p)
	if err != nil {
		return err
	}
	e.shift(p, 0, nil)
	e.p.Pair = sp.Pair{} // costs have none
	for i, z := range noise {
		e.p.Node[i] = z - x.Costs[i]
	}
	if _, err = s.MAP(e.b, &e.p); err == nil {
		e.add(e.a, e.b, 1, best-p.Score(e.b))
	}
	return err
}

// Difference adds a draw: the maximiser with the larger cost minus the one with the smaller cost,
// over ε. p are the scores, with or without noise, and costs (n×K) those of the labels, as of
// sp.NodeLoss. Two MAP calls.
func (e *Estimate) Difference(s sp.Solver, p *sp.Potentials, costs []float64, epsilon float64,
	side Side) error {
	unit, worse, better := 1/epsilon, 0., -epsilon
	switch side {
	case Away:
		worse, better = epsilon, 0
	case Central:
		unit, worse = 1/(2*epsilon), epsilon
	}
	var err error
	if e.a, err = e.maximise(e.a, s, p, costs, worse); err != nil {
		return err
	}
	if e.b, err = e.maximise(e.b, s, p, costs, better); err != nil {
		return err
	}
	value := 0.0
	for d, k := range e.a {
		value += costs[d*p.K+int(k)]
	}
	e.add(e.a, e.b, unit, value)
	return nil
}

// maximise returns the maximiser under p plus c times costs, in y if it is large enough.
func (e *Estimate) maximise(y []int32, s sp.Solver, p *sp.Potentials, costs []float64,
	c float64) ([]int32, error) {
	y = sp.Grow(y, p.N())
	if c != 0 {
		e.shift(p, c, costs)
		p = &e.p
	}
	_, err := s.MAP(y, p)
	return y, err
}

// shift sets e.p to p plus c times costs (nil: zeros). It shares the pair scores.
func (e *Estimate) shift(p *sp.Potentials, c float64, costs []float64) {
	node := sp.Grow(e.p.Node, len(p.Node))
	e.p = *p
	e.p.Node = node
	copy(node, p.Node)
	for i, v := range costs {
		node[i] += c * v
	}
}
