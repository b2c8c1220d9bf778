package examine

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestTasks checks that the tasks are valid, hide test labels from the learner, and vary enough.
func TestTasks(t *testing.T) {
	solvers, traits := map[string]bool{}, map[string]bool{}
	ids := map[string]bool{}
	for _, task := range tasks() {
		hidden := 0
		for i := range task.test {
			x, shown := &task.test[i], &task.shown[i]
			if !x.Labelled() || x.ID != shown.ID {
				t.Errorf("%s: test instance %q, shown as %q, lacks labels", task.name, x.ID,
					shown.ID)
			}
			for d, k := range shown.Gold {
				if k == sp.Unknown {
					hidden++
				} else if k != x.Gold[d] {
					t.Errorf("%s: %q shows label %d at %d, its label is %d", task.name, x.ID, k, d,
						x.Gold[d])
				}
			}
			if shown.Labelled() {
				t.Errorf("%s: all labels of %q are shown", task.name, x.ID)
			}
		}
		for _, set := range [][]sp.Instance{task.train, task.test} {
			for i := range set {
				x := &set[i]
				if err := x.Check(); err != nil {
					t.Errorf("%s: %v", task.name, err)
				}
				if ids[x.ID] {
					t.Errorf("two instances are called %q", x.ID)
				}
				ids[x.ID] = true
				s, err := oracle.New(x, task.fmap)
				if err != nil {
					t.Fatal(err)
				}
				solvers[reflect.TypeOf(s).String()] = true
				for trait, has := range map[string]bool{
					"sparse": x.Node.Sparse(), "sizes": x.Size != nil, "weights": x.Weight != 1,
					"one variable": x.N() == 1,
					"signs":        constrained(task), "candidates": x.Allowed != nil,
					"observed":   observes(task),
					"unlabelled": len(task.labelled()) == 0, "partly labelled": !x.Labelled() &&
						len(task.labelled()) > 0,
				} {
					traits[trait] = traits[trait] || has
				}
			}
		}
		if hidden == 0 {
			t.Errorf("%s: nothing to predict", task.name)
		}
	}
	for _, s := range []string{"*oracle.Chain", "*oracle.Binary", "*oracle.Elimination"} {
		if !solvers[s] {
			t.Errorf("no task needs %s: %v", s, solvers)
		}
	}
	for trait, has := range traits {
		if !has {
			t.Errorf("no task has %s", trait)
		}
	}
}

// TestTasksAreFixed checks that two draws are equal.
func TestTasksAreFixed(t *testing.T) {
	if a, b := fmt.Sprint(tasks()[0].train), fmt.Sprint(tasks()[0].train); a != b {
		t.Errorf("%s\n%s", a, b)
	}
}

// TestConstant checks the best constant label by the task's loss.
func TestConstant(t *testing.T) {
	task := tasks()[0]
	x := sp.Instance{ID: "x", Weight: 1, K: 4, Node: task.train[0].Node, Gold: []int32{2, 2, 2, 0}}
	x.Node.N = 4
	if least, k := task.constant([]sp.Instance{x, x}); k != 2 || least != 0.25 {
		t.Errorf("label %d with loss %v, want 2 with 0.25", k, least)
	}
}

func TestSkipsAreNoFailures(t *testing.T) {
	r := Report{Results: []Result{{Law: "a", Task: "x", Skip: "because"}}}
	if r.Failed() {
		t.Error("a skip counts as a failure")
	}
	r.Results = append(r.Results, Result{Law: "b", Task: "x", Err: errors.New("broken")},
		Result{Law: "c", Task: "x"})
	if !r.Failed() || r.find("a", "x") != "skip" || r.find("b", "x") != "FAIL" ||
		r.find("c", "x") != "ok" || r.find("d", "x") != "-" {
		t.Errorf("results %+v", r.Results)
	}
}
