package skeleton

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// fits returns a fit with each base to try, before its first stage.
func (l *Skeleton) fits(t *sp.Task) (fits []*descent, err error) {
	bases, err := l.bases(t.Map)
	for _, base := range bases {
		f, err := newDescent(l, t, base)
		if err != nil {
			return nil, err
		}
		f.padded = len(bases) > 1 && base == baseUnary
		fits = append(fits, f)
	}
	return fits, err
}

// before reports whether f has less expected loss so far than another fit.
func (f *descent) before(other *descent) bool {
	at := f.shown()
	return at.grad != nil && at.risk < other.shown().risk
}

// bases returns the bases to try, of baseNone, baseUnary and basePieces. It is one if there is no
// plateau (matching of moments is convex), or if samples could not compare expected losses.
func (l *Skeleton) bases(m sp.FeatureMap) ([]string, error) {
	few := m.Dim() <= skeleton.MaxDim
	switch {
	case m.Dim() == 0:
		return nil, fmt.Errorf("skeleton: the feature map has no weights: %w", errors.ErrUnsupported)
	case l.Base == baseNone && !few:
		return nil, fmt.Errorf("skeleton: %d weights, the method has at most %d parameters; "+
			"bases \"unary\" and \"pieces\" learn weights beforehand: %w",
			m.Dim(), skeleton.MaxDim, errors.ErrUnsupported)
	case l.Base == basePieces:
		return []string{basePieces}, nil
	case l.Base != baseUnary && few:
		return []string{baseNone}, nil
	case len(m.NonNegative()) > 0:
		if l.Base == baseAuto && l.Objective == kindExpectedLoss && !l.sampled() {
			return []string{basePieces, baseUnary}, nil
		}
		return []string{baseUnary}, nil
	case l.Base == baseAuto:
		return []string{basePieces}, nil
	}
	return nil, fmt.Errorf("skeleton: base \"unary\" needs Potts strengths >= 0, and the feature "+
		"map has none; use base \"pieces\": %w", errors.ErrUnsupported)
}
