package structure

import "github.com/spbench/spbench/harness/sp"

// Summable returns nil if the solver of the structure has marginals of n variables with k labels,
// else their error, which wraps errors.ErrUnsupported. O(1).
func Summable(s *sp.Structure, n, k int) error {
	if s.Kind == sp.Assignment {
		_, err := subsetLabelsOf(s, n, k)
		return err
	}
	return nil
}
