package decode

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// modesOf fills the labels of out from its marginals under p. Without a structure these are the
// labels of largest probability. With one they are the member with the largest sum of
// probabilities, the MAP under the marginals. The most probable labels need not be a member. s
// solves p.
func modesOf(out *sp.Prediction, p *sp.Potentials, s sp.Solver) error {
	if p.Structure == nil {
		bestOf(out.Labels, out.Marginal, p.K)
		return nil
	}
	return bestUnder(out.Labels, slices.Clone(out.Marginal), p, s)
}

// bestUnder fills y (n) with the allowed labels of largest gain (n×K), of equal ones the first; of a
// structure with its member of largest gain, by the solver s of p. It changes gain.
func bestUnder(y []int32, gain []float64, p *sp.Potentials, s sp.Solver) error {
	for i, v := range p.Node {
		if math.IsInf(v, -1) {
			gain[i] = v
		}
	}
	if p.Structure == nil {
		bestOf(y, gain, p.K)
		return nil
	}
	_, err := s.MAP(y, &sp.Potentials{K: p.K, Structure: p.Structure, Node: gain})
	return err
}

// A graphs is a decoder of graphs: it knows no structure, and factors if its kind says so.
type graphs struct {
	Decoder
	kind Kind
}

func (g graphs) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	if p.Structure != nil {
		return fmt.Errorf("decode: %s works on the edges of a graph, not on structures (map, mpm, "+
			"perturb, sparsemap and expected-loss do): %w", g.kind.Name, errors.ErrUnsupported)
	}
	if err := p.Factors.Unsupported("decode: " + g.kind.Name); err != nil && !g.kind.Factors {
		return err
	}
	return g.Decoder.Decode(out, p, h)
}
