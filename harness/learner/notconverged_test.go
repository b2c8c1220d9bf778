package learner_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// restless asks for the maximum of a cycle whose labels should differ. Belief propagation does not
// converge there, while it does at once if all scores are 0.
func restless(t *sp.Task) error {
	x := &t.Train[0]
	s, p, err := asked(t, x)
	if err != nil {
		return err
	}
	copy(p.Node, []float64{0, 3, 1, 0, 0, 2})
	for k := range p.Pair.Table {
		p.Pair.Table[k] = float64(2 * (k&1 ^ k>>1&1))
	}
	_, err = s.MAP(make([]int32, 3), p)
	return err
}

// saidOfCycle returns the warning of a fit to a cycle that its oracle was stopped before it stood
// still; "": there is none.
func saidOfCycle(t *testing.T, do func(*sp.Task) error) (said string) {
	t.Helper()
	in := input(t)
	in.Train = []sp.Instance{graph("cycle", 3, []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}})}
	in.Oracle = sp.Spec{Name: "lbp", Args: []byte(`{"sweeps":1}`)}
	in.Warn = func(text string) {
		if _, share, ok := strings.Cut(text, "loopy belief propagation did not converge in "); ok {
			said = share
		}
	}
	if _, _, err := fit(t, in, after(do)); err != nil {
		t.Fatal(err)
	}
	return said
}

// How often an oracle was stopped before it stood still is said, roughly; where it never was,
// nothing is.
func TestNotConvergedCallsAreSaid(t *testing.T) {
	for calls, want := range map[int]string{0: "", 1: "up to 1 % of its calls",
		10: "1 to 10 % of its calls", 50: "10 to 50 % of its calls",
		199: "more than half of its calls", 200: "any call"} {
		said := saidOfCycle(t, func(t *sp.Task) (err error) {
			for call := range 200 {
				if call < 200-calls {
					_, err = maximum(t, &t.Train[0])
				} else {
					err = restless(t)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if said != want {
			t.Errorf("%d of 200: %q, want %q", calls, said, want)
		}
	}
}

// Calls of an item count when it is taken, and calls of an item behind an error do not count.
func TestNotConvergedCallsOfABatch(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for taken, want := range map[bool]string{false: "", true: "more than half of its calls"} {
		said := saidOfCycle(t, func(t *sp.Task) error {
			if _, err := maximum(t, &t.Train[0]); err != nil {
				return err
			}
			err := t.Batch(func(t *sp.Task) (do, take func(i int) error) {
				do = func(i int) error {
					if i == 0 {
						return nil
					}
					return errors.Join(restless(t), restless(t))
				}
				take = func(i int) error {
					if i == 0 && !taken {
						return learner.ErrConverged
					}
					return nil
				}
				return do, take
			})(2)
			if !taken && err == learner.ErrConverged {
				return nil
			}
			return err
		})
		if said != want {
			t.Errorf("taken %v: %q, want %q", taken, said, want)
		}
	}
}
