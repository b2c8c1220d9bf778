package oracle

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/roof"
	"github.com/spbench/spbench/harness/sp"
)

var qpboKind = Kind{
	Name: "qpbo",
	Doc: "roof duality (Hammer, Hansen & Simeone 1984; Kolmogorov & Rother 2007), two labels, pairs " +
		"of any sign: labels common to all maxima, the others by elimination if few, else by icm; " +
		"undergenerating; maxima only",
	new: func() sp.Approximator { return new(QPBO) },
}

// A QPBO is approximate MAP of two labels on any graph, with pairs of any sign, by package roof. It
// returns scores of labelings. So training with it is undergenerating in the words of Finley and
// Joachims (Training structural SVMs when exact inference is intractable, 2008). The bound of
// package roof is the value of an overgenerating relaxation. Results are a function of the
// potentials alone. Marginals return an error that wraps errors.ErrUnsupported.
type QPBO struct {
	conditioner
	duality     roof.Duality
	cut         Cut
	elimination Elimination
}

// Approximate implements [sp.Approximator].
func (*QPBO) Approximate() string { return "roof duality" }

// MAP implements [sp.Solver]. Cost: a minimum cut of 2n nodes, and the labels it leaves open.
func (s *QPBO) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if mustHold(y, p.N()); p.K != 2 {
		return 0, fmt.Errorf("oracle: qpbo: %d labels, must be 2: %w", p.K, errors.ErrUnsupported)
	}
	s.cut.Forget() // no result depends on earlier calls
	asked, err := s.duality.MAP(y, p, &s.cut, &s.elimination)
	if err != nil {
		return 0, fmt.Errorf("oracle: qpbo: %w", err)
	}
	if asked { // the cut and the elimination are one call
		answered.Add(-1)
	}
	return p.Score(y), nil
}

// Marginals returns an error that wraps errors.ErrUnsupported.
func (*QPBO) Marginals(*sp.Marginals, *sp.Potentials) (float64, error) { return 0, noSums("qpbo") }

var _ sp.Approximator = (*QPBO)(nil)
