package crf

import (
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// encoded returns a learner with a small encoder.
func encoded(frozen bool) *CRF {
	c := newLearner().(*CRF)
	c.Solver, c.Passes, c.Net, c.Hidden, c.Pretraining, c.Speed, c.Frozen = solverSGD, 15,
		"mlp", 8, 1, 0.08, frozen
	return c
}

// TestEncoderThreads: a fit with an encoder has the same bits with any number of threads.
func TestEncoderThreads(t *testing.T) {
	m, train := shapes[0].problem(1, 90)
	for _, frozen := range []bool{false, true} {
		for _, budget := range []sp.Budget{{}, {Visits: 361}, {Visits: 450}, {Calls: 120}} {
			learnertest.Threads(t, "encoder", encoded(frozen), learner.Input{Train: train, Map: m,
				Loss: learnertest.Loss("hamming"), Budget: budget,
				Schedule: sp.Schedule{First: 1, Factor: 1.5}}, 2, 5)
		}
	}
}

// TestEncoderSolvers: solvers of fixed functions refuse an encoder in training, and learn with a
// frozen one, without bound and objective.
func TestEncoderSolvers(t *testing.T) {
	m, train := shapes[0].problem(2, 20)
	in := learner.Input{Train: train, Map: m, Loss: learnertest.Loss("hamming")}
	for _, solver := range []string{solverLBFGS, solverDescent} {
		c := encoded(false)
		c.Solver = solver
		if _, _, err := learnertest.Try(t, c, in); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: error %v", solver, err)
		}
		for _, c.Kind = range append([]string{kindTwoStage}, oneStage...) {
			c.Frozen = true
			points, _ := learnertest.Fit(t, c, in)
			last := points[len(points)-1]
			if _, bound := last.Values[sp.ValueBound]; bound || last.Objective != nil {
				t.Errorf("%s, %s: %v, objective %v", solver, c.Kind, last.Values, last.Objective)
			}
		}
	}
}

func TestConformanceWithEncoder(t *testing.T) { learnertest.RunEncoded(t) }
