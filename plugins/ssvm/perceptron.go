package ssvm

import (
	"slices"

	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A perceptron is the structured perceptron (Collins 2002): plain decoding, without loss or
// regulariser. If the labeling ŷ found is not the gold one,
//
//	w ← P[w + aᵢ·(φ(xᵢ,yᵢ) − φ(xᵢ,ŷ))],
//
// with P the projection onto the sign constraints. The average, which helps generalisation, is the
// plain mean over all visits, including those without a mistake.
type perceptron struct {
	maxOracle
	optim.Iterate // w
	order         *optim.Order
	supports      []optim.Support
	mistakes      int // wrong labelings since the last checkpoint
	visits        int
}

func newPerceptron(o maxOracle, it optim.Iterate, order *optim.Order) *perceptron {
	return &perceptron{maxOracle: o, Iterate: it, order: order,
		supports: o.supports(it.NonNegative)}
}

// extend starts at w.
func (p *perceptron) extend(t *sp.Task, limit int, w []float64) {
	p.maxOracle.extend(t, limit)
	p.Restart(w)
	p.order.Extend(len(t.Train))
	p.supports = p.maxOracle.supports(p.NonNegative)
}

// State implements learner.Resumable.
func (p *perceptron) State() []any {
	return []any{&p.Iterate, p.order, &p.calls, &p.mistakes, &p.visits}
}

func (p *perceptron) step() error {
	i := p.order.Next()
	x := &p.task.Train[i]
	p.score(i, 1, p.V)
	if _, err := p.solve(i); err != nil {
		return err
	}
	p.visits++
	if !slices.Equal(p.y, x.Gold) {
		p.mistakes++
		p.encoder.LearnLabels(x, p.y, x.Gold, p.V, 1)
		p.task.Map.AddDifferences(p.Delta, x, one, x.Gold, p.y)
		p.Move(&p.supports[i], x.Weight)
	}
	p.Step()
	p.encoder.Step()
	return nil
}

// checkpoint reports the share of visits with a mistake since the last one.
func (p *perceptron) checkpoint() sp.Checkpoint {
	c := sp.Checkpoint{Weights: p.Weights()}
	if p.visits > 0 {
		c.Values = map[string]float64{"mistakes": float64(p.mistakes) / float64(p.visits)}
	}
	p.mistakes, p.visits = 0, 0
	return c
}
