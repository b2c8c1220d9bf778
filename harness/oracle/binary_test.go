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

// After Forget there is nothing to clamp, be the last MAP by a cut or by elimination.
func TestBinaryForgets(t *testing.T) {
	for _, strength := range []float64{1, -1} {
		s, p := oracle.NewBinary(nil), lattice(3, 3)
		p.Pair.Potts[7] = strength
		_, err := s.MAP(make([]int32, 9), p)
		if s.Forget(); err != nil {
			t.Error(err)
		}
		if _, err := s.Clamped(nil, 0, 1); err == nil {
			t.Errorf("strength %v: a clamped query passes after Forget", strength)
		}
	}
}
