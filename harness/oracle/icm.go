package oracle

import (
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

var icmKind = Kind{
	Name: "icm", Factors: true,
	Doc: "iterated conditional modes (Besag 1986) from the best label of each " +
		"variable by itself; maxima only, on any graph",
	new: func() sp.Approximator { return &ICM{Sweeps: 100} },
}

// An ICM is approximate MAP on any graph by iterated conditional modes (Besag, On the statistical
// analysis of dirty pictures, 1986). It starts from the best label of each variable by node scores
// alone and ends when no change of a single label improves the score. Its Marginals return an error
// that wraps errors.ErrUnsupported. It is a function of the potentials alone.
type ICM struct {
	Sweeps int `json:"sweeps" range:"[1,1000000]" help:"largest number of sweeps"`

	conditioner
	state local.State
}

// Approximate implements [sp.Approximator].
func (*ICM) Approximate() string { return "iterated conditional modes" }

// MAP implements [sp.Solver]. O(nK + mK) a sweep.
func (s *ICM) MAP(y []int32, p *sp.Potentials) (float64, error) {
	answered.Add(1)
	mustHold(y, p.N())
	if err := admissible("icm", p); err != nil {
		return 0, err
	}
	s.state.Reset(p)
	s.state.Best()
	s.state.ICM(s.Sweeps)
	copy(y, s.state.Y)
	return scored("icm", y, p)
}

// Marginals returns an error that wraps errors.ErrUnsupported.
func (*ICM) Marginals(*sp.Marginals, *sp.Potentials) (float64, error) { return 0, noSums("icm") }

var _ sp.Approximator = (*ICM)(nil)
