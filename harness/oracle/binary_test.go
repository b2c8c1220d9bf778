package oracle_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
)

// On graphs too wide for elimination, cuts still work. The error names an edge unsuitable for cuts.
func TestBinaryOfWideGraphs(t *testing.T) {
	s := oracle.NewBinary(nil)
	if _, err := s.Clamped(nil, 0, 1); err == nil {
		t.Error("a clamped query passes without a MAP")
	}
	p := lattice(40, 40)
	y := make([]int32, p.N())
	if score, err := s.MAP(y, p); err != nil || score != p.Score(y) {
		t.Errorf("MAP: %v, %v", score, err)
	}
	if _, err := s.Clamped(y, 3, 1-y[3]); err != nil {
		t.Error(err)
	}
	if _, err := s.Marginals(nil, p); !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "width") {
		t.Errorf("marginals of a wide grid: %v", err)
	}
	p.Pair.Potts[7] = -1
	if _, err := s.MAP(y, p); !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "edge 7 (") {
		t.Errorf("edge rewarding disagreement: %v", err)
	}
	if _, err := s.Clamped(nil, 0, 1); err == nil {
		t.Error("clamped query succeeds after a failed MAP")
	}
}
