package crf

import (
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// The likelihood rejects an oracle without marginals. The other objectives need no oracle.
func TestMaximaAloneAreNotEnough(t *testing.T) {
	s := shapes[0]
	m, train := s.problem(1, 12)
	for _, kind := range append(oneStage, kindTwoStage) {
		_, _, err := learnertest.Try(t, new(exact(kind)),
			learner.Input{Train: train, Map: m, Oracle: sp.Spec{Name: "icm"}})
		if sums := kind == kindLikelihood ||
			kind == kindTwoStage; errors.Is(err, errors.ErrUnsupported) != sums ||
			!sums && err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// Inexact sums prove no minimum: L-BFGS then stalls, however coarse the tolerance. An objective
// without sums over a graph converges.
func TestApproximateSumsProveNothing(t *testing.T) {
	s := shapes[0]
	m, train := s.problem(1, 12)
	for _, kind := range oneStage {
		for oracle, proves := range map[string]bool{"exact": true, "lbp": kind != kindLikelihood,
			"mean-field": kind != kindLikelihood} {
			c := exact(kind)
			c.Tolerance = 0.5
			_, done, err := learnertest.Try(t, &c,
				learner.Input{Train: train, Map: m, Oracle: sp.Spec{Name: oracle}})
			want := map[bool]sp.End{true: sp.Converged, false: sp.Stalled}[proves]
			if err != nil || done.End != want {
				t.Errorf("%s, %s: %s, %v", kind, oracle, done.End, err)
			}
		}
	}
}
