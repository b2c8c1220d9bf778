package learner

import "github.com/spbench/spbench/harness/sp"

// A kind is one of the numbers in sp.Counts.
type kind byte

const (
	visits kind = iota
	sweeps
	maxima
	marginals
	clamped
	conditionals
	kinds // how many there are
)

// of returns the number of that kind.
func (k kind) of(c *sp.Counts) *int64 {
	switch k {
	case visits:
		return &c.Visits
	case sweeps:
		return &c.Sweeps
	case maxima:
		return &c.MAP
	case marginals:
		return &c.Marginals
	case clamped:
		return &c.Clamped
	}
	return &c.Conditional
}
