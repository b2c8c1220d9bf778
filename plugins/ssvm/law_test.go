package ssvm

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A lazy solver returns label 0 everywhere in every other call, as if that were best.
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

// An admittedLazy solver reports that it is approximate.
type admittedLazy struct{ lazy }

func (admittedLazy) Approximate() string { return "laziness" }

// The dual solvers detect an oracle whose result is worse than an earlier one. If the oracle is
// approximate, the best known labeling replaces its result. Visits without one are counted as steps
// of length zero, and the bound stays valid.
func TestOracleLaw(t *testing.T) {
	for _, solver := range []string{solverBCFW, solverGap} {
		for _, admits := range []bool{false, true} {
			in := input(words(2, 10, 3, 4), `{}`)
			calls := 0
			l := newLearner().(*SSVM)
			l.Solver, l.Lambda, l.Passes, l.Cache, l.Average = solver, 0.1, 40, false, false
			var last sp.Checkpoint
			err := l.Fit(context.Background(), &sp.Task{
				Train: in.Train, Map: in.Map, Loss: in.Loss, Steps: sp.Steps{Due: func() bool {
					return false
				}},
				Solver: func(*sp.Instance) (sp.Solver, error) {
					s := lazy{oracle.NewChain(), &calls}
					if admits {
						return admittedLazy{s}, nil
					}
					return s, nil
				},
			}, func(c sp.Checkpoint) error { last = c; return nil })
			if !admits {
				if err == nil || !strings.Contains(err.Error(),
					"the oracle's maximum for instance") {
					t.Errorf("%s: a broken oracle passes: %v", solver, err)
				}
				continue
			}
			f, bound := primal(t, in, l.Lambda, last.Weights), last.Values[sp.ValueBound]
			if missed := last.Values[sp.ValueMissedMaxima]; !errors.Is(err, sp.ErrLimit) ||
				missed < 1 || missed > 200 || bound > f || bound < 0.5*f {
				t.Errorf("%s: %v maxima missed, %v, F in [%v, %v]", solver, missed, err, bound, f)
			}
		}
	}
}

// If an approximate oracle returns less than the best known labeling, the step goes to the known
// one: the block gap is its gap, the dual rises, and no maximum counts as missed. If all known
// labelings score the same, one does.
func TestKnownLabelingsStandIn(t *testing.T) {
	for _, solver := range []string{solverBCFW, solverGap} {
		in := input(words(2, 10, 3, 4), `{}`)
		b := stepper(t, in, 0.1)
		visit := b.visit
		if solver == solverGap {
			visit = newGapBCFW(b, false, true, true).visit
		}
		for k := range 60 {
			if err := visit(k % 5); err != nil { // of the other five, only gold is known
				t.Fatal(err)
			}
		}
		chain, calls := oracle.NewChain(), 1
		b.task.Solver = func(*sp.Instance) (sp.Solver, error) {
			calls |= 1
			return admittedLazy{lazy{chain, &calls}}, nil
		}
		stoodIn := 0
		for k := range 200 {
			d := &b.duals[k%10]
			b.score(k%10, 1, b.V)
			r, before, missed := d.rank(&b.p), b.checkpoint().Values[sp.ValueBound], b.missed
			// a cached labeling is no hit: the oracle is called
			d.gap = 1e9
			lazily := b.p.Score(make([]int32, d.n)) // of all labels 0
			need(t, visit(k%10))
			if lazily >= r.mean {
				continue
			}
			rise := b.checkpoint().Values[sp.ValueBound] - before
			if want := b.share(k%10) * (r.high - r.mean); r.high > r.mean+1e-6 {
				stoodIn++
				if d.gap != want || rise <= 0 || b.missed != missed {
					t.Fatalf("%s: block gap %v, want %v; the dual rises by %v, %d missed", solver,
						d.gap, want, rise, b.missed-missed)
				}
			} else if r.high == r.mean && (d.gap != 0 || rise != 0 || b.missed != missed+1) {
				t.Fatalf("%s: without a better one: block gap %v, rise %v, %d missed", solver,
					d.gap, rise, b.missed-missed)
			}
		}
		if stoodIn == 0 || b.missed == 0 {
			t.Errorf("%s: %d stood in, %d missed: the test tests nothing", solver, stoodIn,
				b.missed)
		}
	}
}
