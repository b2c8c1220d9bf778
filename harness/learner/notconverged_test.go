package learner_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// How often an oracle was stopped before it stood still is said, roughly; where it never was,
// nothing is.
func TestNotConvergedCallsAreSaid(t *testing.T) {
	ring := graph("ring", 3, []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}})
	for _, test := range []struct {
		restless int // of 200 calls
		want     string
	}{{0, ""}, {1, "up to 1 % of its calls"}, {10, "1 to 10 % of its calls"},
		{50, "10 to 50 % of its calls"}, {199, "more than half of its calls"}, {200, "any call"}} {
		in := input(t)
		in.Train, in.Oracle = []sp.Instance{ring},
			sp.Spec{Name: "lbp", Args: []byte(`{"sweeps":1}`)}
		var warned []string
		in.Warn = func(text string) { warned = append(warned, text) }
		_, _, err := fit(t, in, func(_ context.Context, task *sp.Task,
			emit func(sp.Checkpoint) error) error {
			w := make([]float64, task.Map.Dim())
			var p sp.Potentials
			task.Map.Potentials(&p, w, &task.Train[0])
			for call := range 200 {
				// until then all scores are 0, and messages converge at once
				if call == 200-test.restless {
					copy(p.Node, []float64{0, 3, 1, 0, 0, 2})
					for k := range p.Pair.Table {
						// labels of three variables should differ
						p.Pair.Table[k] = float64(2 * (k&1 ^ k>>1&1))
					}
				}
				s, err := task.Solver(&task.Train[0])
				if err != nil {
					return err
				}
				if _, err := s.MAP(make([]int32, 3), &p); err != nil {
					return err
				}
			}
			return emit(sp.Checkpoint{Weights: w})
		})
		if err != nil {
			t.Fatal(err)
		}
		said := func(text string) bool { return strings.Contains(text, "did not converge") }
		i := slices.IndexFunc(warned, said)
		if test.want == "" && i >= 0 || test.want != "" &&
			(i < 0 || !strings.HasSuffix(warned[i],
				"loopy belief propagation did not converge in "+test.want)) {
			t.Errorf("%d of 200: warnings %q, want %q", test.restless, warned, test.want)
		}
	}
}

// Calls of an item count when it is taken, and calls of an item behind an error do not count.
func TestNotConvergedCallsOfABatch(t *testing.T) {
	ring := graph("ring", 3, []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for taken, want := range map[bool]string{false: "", true: "more than half of its calls"} {
		in := input(t)
		in.Train, in.Oracle = []sp.Instance{ring},
			sp.Spec{Name: "lbp", Args: []byte(`{"sweeps":1}`)}
		warned := ""
		in.Warn = func(text string) { warned += text + "\n" }
		_, _, err := fit(t, in, func(_ context.Context, task *sp.Task,
			emit func(sp.Checkpoint) error) error {
			w := make([]float64, task.Map.Dim())
			var p sp.Potentials
			task.Map.Potentials(&p, w, &task.Train[0])
			ask := func(t *sp.Task) error {
				s, err := t.Solver(&task.Train[0])
				if err != nil {
					return err
				}
				_, err = s.MAP(make([]int32, 3), &p)
				return err
			}
			if err := ask(task); err != nil { // all scores are 0, and messages converge at once
				return err
			}
			copy(p.Node, []float64{0, 3, 1, 0, 0, 2})
			for k := range p.Pair.Table {
				p.Pair.Table[k] = float64(2 * (k&1 ^ k>>1&1))
			}
			broken := errors.New("broken")
			err := task.Batch(func(t *sp.Task) (do, take func(i int) error) {
				do = func(i int) error {
					if i == 0 {
						return nil
					}
					return errors.Join(ask(t), ask(t))
				}
				take = func(i int) error {
					if i == 0 && !taken {
						return broken
					}
					return nil
				}
				return do, take
			})(2)
			if taken && err != nil || !taken && err != broken {
				return err
			}
			return emit(sp.Checkpoint{Weights: w})
		})
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(warned, "did not converge"); said != (want != "") ||
			!strings.Contains(warned, want) {
			t.Errorf("taken %v: warnings %q, want %q", taken, warned, want)
		}
	}
}
