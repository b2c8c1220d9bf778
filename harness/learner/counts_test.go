package learner_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

func TestScheduleIsGeometricInPasses(t *testing.T) {
	in := input(t)
	in.Budget.Passes, in.Schedule = 20, sp.Schedule{First: 0.5, Factor: 2}
	got, _, err := fit(t, in, sweep)
	if err != nil {
		t.Fatal(err)
	}
	var calls []int64
	for _, c := range got {
		calls = append(calls, c.Counts.MAP)
	}
	if want := []int64{5, 10, 20, 40, 80, 160, 200}; fmt.Sprint(calls) != fmt.Sprint(want) {
		t.Errorf("checkpoints after %v calls, want %v", calls, want)
	}
	// The next point is found at once, even with many points between two visits.
	for _, dense := range []sp.Schedule{{First: 1e-12, Factor: 1.000000001},
		{First: 5e-324, Factor: 1.1}} {
		in.Schedule = dense
		got, _, err := fit(t, in, sweep)
		if n := len(got); err != nil || n < 40 || n > 201 || got[0].Counts.MAP != 1 {
			t.Errorf("%+v: %d checkpoints of 200 visits, %v", dense, n, err)
		}
	}
	in.Schedule = sp.Schedule{}
	if got, _, _ := fit(t, in, sweep); len(got) != 1 {
		t.Errorf("%d checkpoints without a schedule, want the last one", len(got))
	}
}

// A solver that is used on another graph begins a visit, even if both have as many variables.
func TestAnotherGraphIsAnotherVisit(t *testing.T) {
	in := input(t)
	in.Train = []sp.Instance{graph("a", 4, []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}}),
		graph("b", 4, []sp.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}})}
	_, done, err := fit(t, in, after(func(t *sp.Task) error {
		_, p, err := asked(t, &t.Train[0])
		s, q, failed := asked(t, &t.Train[1])
		for _, p := range []*sp.Potentials{p, p, q, q} {
			if err == nil {
				_, err = s.MAP(make([]int32, 4), p)
			}
		}
		return errors.Join(err, failed)
	}))
	if err != nil || done.Counts.Visits != 2 {
		t.Errorf("%+v, %v; want 2 visits", done, err)
	}
}

// Forget reaches the solver of a graph that keeps its flow, and does not count as a call.
func TestForgetIsNoCall(t *testing.T) {
	var edges []sp.Edge
	for v := range int32(30) {
		for u := range v {
			edges = append(edges, sp.Edge{U: u, V: v})
		}
	}
	in := input(t)
	in.Train = append(in.Train, graph("dense", 30, edges))
	_, done, err := fit(t, in, after(func(t *sp.Task) error {
		for i := range t.Train {
			x := &t.Train[i]
			s, p, err := asked(t, x)
			if err != nil {
				return err
			}
			if _, err := s.MAP(make([]int32, x.N()), p); err != nil {
				return err
			}
			s.(sp.Forgetter).Forget()
			_, err = s.(sp.Clamper).Clamped(nil, 0, 1)
			if forgot := err != nil; forgot != (x.ID == "dense") {
				return fmt.Errorf("%s: forgot: %v", x.ID, forgot)
			}
		}
		return nil
	}))
	if n := int64(len(in.Train)); err != nil || done.Counts.MAP != n || done.Counts.Clamped != n-1 {
		t.Errorf("%+v, %v", done, err)
	}
}
