package main

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A perceptron is the structured perceptron (Collins 2002): plain decoding,
// without loss or regulariser, and where the labeling ŷ found is not the gold one
//
//	w ← P[w + aᵢ·(φ(xᵢ,yᵢ) − φ(xᵢ,ŷ))],
//
// P the projection onto the sign constraints. The average that helps it to
// generalise is the plain mean over all visits, also those without a mistake.
type perceptron struct {
	maxOracle
	iterate  // w
	order    *order
	supports []support
	mistakes int // labelings other than the gold one since the last checkpoint
	visits   int
}

func newPerceptron(o maxOracle, it iterate, order *order) *perceptron {
	return &perceptron{maxOracle: o, iterate: it, order: order, supports: supports(o.task, it.nonNeg)}
}

// extend starts at w.
func (p *perceptron) extend(t *sp.Task, limit int, w []float64) {
	p.maxOracle.extend(t, limit)
	p.restart(w)
	p.order.extend(len(t.Train))
	p.supports = supports(t, p.nonNeg)
}

func (p *perceptron) step() error {
	i := p.order.next()
	x := &p.task.Train[i]
	p.score(i, 1, p.v)
	if _, err := p.solve(i); err != nil {
		return err
	}
	p.visits++
	if !slices.Equal(p.y, x.Gold) {
		p.mistakes++
		p.task.Map.Add(p.delta, x.Weight, x, x.Gold)
		p.task.Map.Add(p.delta, -x.Weight, x, p.y)
		p.move(&p.supports[i])
	}
	p.done()
	return nil
}

// checkpoint reports the share of visits since the last one that found a mistake.
func (p *perceptron) checkpoint() sp.Checkpoint {
	c := sp.Checkpoint{Params: p.params()}
	if p.visits > 0 {
		c.Values = map[string]float64{"mistakes": float64(p.mistakes) / float64(p.visits)}
	}
	p.mistakes, p.visits = 0, 0
	return c
}
