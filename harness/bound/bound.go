package bound

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// A Clamping is one partition with a list of different states for its B.
type Clamping struct {
	Forest *sp.Forest // A
	States [][]int32  // n labels each; those of A are ignored
}

// An Evaluator computes bounds. It keeps buffers, so that nothing is allocated once they have
// grown. It is not safe for concurrent use. The zero value is ready.
//
// Its methods call s once for each state: O(nK + mK²). They fill mu (nil: nothing) with the
// gradient of the bound by the scores of p: probabilities of labels and pairs. NodeOnly and
// Pooled of mu mean the same as for a solver. Errors are those of s.
type Evaluator struct {
	state sp.Marginals
	sum   mixture
}

// begin prepares mu and an empty mixture.
func (b *Evaluator) begin(mu *sp.Marginals) {
	if mu != nil {
		b.state.NodeOnly, b.state.Pooled = mu.NodeOnly, mu.Pooled
	}
}

// mix adds the states of c to the mixture; mu nil: only their sums.
func (b *Evaluator) mix(mu *sp.Marginals, s sp.Conditioner, p *sp.Potentials, c *Clamping) error {
	var of *sp.Marginals
	if mu != nil {
		of = &b.state
	}
	for _, y := range c.States {
		logZ, err := s.Conditional(of, p, c.Forest, y)
		if err != nil {
			return err
		}
		b.sum.add(logZ, of)
	}
	return nil
}

// A mixture is Σ_i exp(l_i) and Σ_i exp(l_i)·mu_i, both divided by exp(top).
type mixture struct {
	top, sum float64
	mu       sp.Marginals
}

func (m *mixture) clear() { m.top, m.sum = math.Inf(-1), 0 }

// log returns the logarithm of the sum.
func (m *mixture) log() float64 { return m.top + math.Log(m.sum) }

// add adds one term; mu nil: to the sum only. It may swap the arrays of mu for others.
func (m *mixture) add(l float64, mu *sp.Marginals) {
	weight, old := 1.0, 1.0
	if l > m.top {
		old = math.Exp(m.top - l)
		m.top = l
	} else {
		weight = math.Exp(l - m.top)
	}
	first := m.sum == 0
	m.sum = m.sum*old + weight
	switch {
	case mu == nil:
	case first:
		m.mu, *mu = *mu, m.mu
		mu.NodeOnly, mu.Pooled = m.mu.NodeOnly, m.mu.Pooled
	default:
		combine(m.mu.Node, old, mu.Node, weight)
		if !m.mu.NodeOnly {
			combine(m.mu.Pairs(), old, mu.Pairs(), weight)
		}
	}
}

// addTo adds share times the mean of the mixture to mu; with set it overwrites mu.
func (m *mixture) addTo(mu *sp.Marginals, share float64, set bool) {
	old := 1.0
	if set {
		old = 0
		mu.Node = sp.Grow(mu.Node, len(m.mu.Node))
	}
	combine(mu.Node, old, m.mu.Node, share/m.sum)
	if mu.NodeOnly {
		return
	}
	if set {
		mu.Agree, mu.Pair = sp.Grow(mu.Agree, len(m.mu.Agree)), sp.Grow(mu.Pair, len(m.mu.Pair))
	}
	combine(mu.Pairs(), old, m.mu.Pairs(), share/m.sum)
}

// combine sets dst to old·dst + weight·src; it does not read dst if old is 0.
func combine(dst []float64, old float64, src []float64, weight float64) {
	switch old {
	case 0:
		clear(dst)
	case 1:
	default:
		kernel.Scale(dst, old)
	}
	kernel.AddScaled(dst, weight, src)
}
