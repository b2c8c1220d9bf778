package structure

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// Summable returns nil if the solver of the structure has marginals of n variables with k labels,
// else their error, which wraps errors.ErrUnsupported. O(1).
func Summable(s *sp.Structure, n, k int) error {
	switch {
	case s.Kind == sp.Assignment:
		_, err := subsetLabelsOf(s, n, k)
		return err
	case s.Kind == sp.Cardinality && (n+1)*(min(int(s.Most), n)+1) > countStates:
		return fmt.Errorf("structure: cardinality: no sums with up to %d of %d variables, at most %d "+
			"numbers of both: %w", s.Most, n, countStates, errors.ErrUnsupported)
	case s.Kind == sp.Command && !s.Sums:
		return fmt.Errorf("structure: command %s does not sum (`sums: true` says that one does): %w",
			commandName(s), errors.ErrUnsupported)
	}
	return nil
}
