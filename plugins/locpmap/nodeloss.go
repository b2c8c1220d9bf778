package locpmap

import (
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// A nodeLoss is ℓ of a training instance as a function of the network's scores, times the
// instance's weight.
type nodeLoss struct {
	*unaries
	m    sp.FeatureMap
	w    []float64 // fixed weights of m
	term likelihood.Term
	p    sp.Potentials
	g    sp.Marginals
}

// Value implements network.Loss. Pixels of unknown label have no derivatives.
func (l *nodeLoss) Value(delta, scores []float32, i int) (float64, error) {
	x := &l.train[i]
	l.m.Potentials(&l.p, l.w, x)
	add(l.p.Node, scores, x)
	value, err := l.term.Value(&l.g, &l.p, x)
	clear(delta)
	for d := range x.N() {
		for j, v := range l.g.Node[d*x.K:][:x.K] {
			delta[x.Place(d)*x.K+j] = float32(x.Weight * v)
		}
	}
	return x.Weight * value, err
}
