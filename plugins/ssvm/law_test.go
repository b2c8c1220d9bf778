package ssvm

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
// solvers; where it says that it is approximate, a better labeling that is known stands in,
// visits where there is none are steps of length zero, which are counted, and the bound stays one.
func TestOracleLaw(t *testing.T) {
	for _, solver := range []string{solverBCFW, solverGap} {
		for _, admits := range []bool{false, true} {
			in := input(words(2, 10, 3, 4), `{}`)
			calls := 0
			l := newLearner().(*SSVM)
			l.Solver, l.Lambda, l.Passes, l.Cache, l.Average = solver, 0.1, 40, false, false
			var last sp.Checkpoint
			err := l.Fit(context.Background(), &sp.Task{
				Train: in.Train, Map: in.Map, Loss: in.Loss, Steps: sp.Steps{Due: func() bool { return false }},
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

// Where an approximate oracle finds less than the best labeling that is known, that one is stepped to: the block gap is its,
// the dual rises, and no maximum counts as missed; where all that is known scores the same, one does.
func TestKnownLabelingsStandIn(t *testing.T) {
	for _, solver := range []string{solverBCFW, solverGap} {
		in := input(words(2, 10, 3, 4), `{}`)
		b := stepper(t, in, 0.1)
		visit := b.visit
		if solver == solverGap {
			visit = newGapBCFW(b, false, true, true).visit
		}
		for k := range 60 {
			if err := visit(k % 5); err != nil { // of the other five gold alone is known
				t.Fatal(err)
			}
		}
		chain, calls := oracle.NewChain(), 1
		b.task.Solver = func(*sp.Instance) (sp.Solver, error) { calls |= 1; return admittedLazy{lazy{chain, &calls}}, nil }
		stoodIn := 0
		for k := range 200 {
			d := &b.duals[k%10]
			b.score(k%10, 1, b.V)
			r, before, missed := d.rank(&b.p), b.checkpoint().Values[sp.ValueBound], b.missed
			d.gap = 1e9                             // a labeling of the cache is no hit: the oracle is asked
			lazily := b.p.Score(make([]int32, d.n)) // of all labels 0
			if err := visit(k % 10); err != nil {
				t.Fatal(err)
			}
			if lazily >= r.mean {
				continue
			}
			rise := b.checkpoint().Values[sp.ValueBound] - before
			if want := b.share(k%10) * (r.high - r.mean); r.high > r.mean+1e-6 {
				stoodIn++
				if d.gap != want || rise <= 0 || b.missed != missed {
					t.Fatalf("%s: block gap %v, want %v; the dual rises by %v, %d missed", solver, d.gap, want, rise, b.missed-missed)
				}
			} else if r.high == r.mean && (d.gap != 0 || rise != 0 || b.missed != missed+1) {
				t.Fatalf("%s: without one that is better: block gap %v, rise %v, %d missed", solver, d.gap, rise, b.missed-missed)
			}
		}
		if stoodIn == 0 || b.missed == 0 {
			t.Errorf("%s: %d stood in, %d missed: the test tests nothing", solver, stoodIn, b.missed)
		}
	}
}
