package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A lazy solver answers every other question by label 0 everywhere, as if that were best.
type lazy struct {
	sp.Solver
	calls *int
}

func (s lazy) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if *s.calls++; *s.calls%2 == 0 {
		clear(y)
		return p.Score(y), nil
	}
	return s.Solver.MAP(y, p)
}

// An admittedLazy solver says so.
type admittedLazy struct{ lazy }

func (admittedLazy) Approximate() string { return "laziness" }

// An oracle that returns less than what it found before is found out by the dual
// solvers; where it says that it is approximate, such visits are steps of length zero,
// which are counted, and the bound stays one.
func TestOracleLaw(t *testing.T) {
	for _, solver := range []string{solverBCFW, solverGap} {
		for _, admits := range []bool{false, true} {
			in := input(t, words(2, 10, 3, 4), `{}`)
			calls := 0
			l := newLearner().(*SSVM)
			l.Solver, l.Lambda, l.Passes, l.Cache, l.Average = solver, 0.1, 40, false, false
			var last sp.Checkpoint
			err := l.Fit(context.Background(), &sp.Task{
				Train: in.Train, Map: in.Map, Loss: in.Loss, Due: func() bool { return false },
				Solver: func(*sp.Instance) (sp.Solver, error) {
					s := lazy{oracle.NewChain(), &calls}
					if admits {
						return admittedLazy{s}, nil
					}
					return s, nil
				},
			}, func(c sp.Checkpoint) error { last = c; return nil })
			if !admits {
				if err == nil || !strings.Contains(err.Error(), "the oracle's maximum for instance") {
					t.Errorf("%s: a broken oracle passes: %v", solver, err)
				}
				continue
			}
			f, bound := primal(t, in, l.Lambda, last.Weights), last.Values[sp.ValueBound]
			if missed := last.Values[sp.ValueMissedMaxima]; !errors.Is(err, sp.ErrLimit) || missed < 1 || missed > 200 || bound > f || bound < 0.5*f {
				t.Errorf("%s: %v maxima missed, %v, F in [%v, %v]", solver, missed, err, bound, f)
			}
		}
	}
}
