package prepare

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/harness/sp"
)

// TestLabels: a fit has the labels that its training instances show. Instances and predictions
// change between its labels and those of the dataset.
func TestLabels(t *testing.T) {
	of := func(allowed [][]int32, gold ...int32) sp.Instance {
		return sp.Instance{ID: "x", K: 6, Node: sp.Rows{N: len(gold)}, Gold: gold, Allowed: allowed,
			Mixed: make([]float64, 6*len(gold)),
			Costs: slices.Repeat([]float64{0, 1, 2, 3, 4, 5}, len(gold))}
	}
	l := NewLabels([]sp.Instance{of(nil, 3, sp.Unknown), of([][]int32{nil, {1}}, 5, sp.Unknown)}, 6)
	if diff := cmp.Diff([]string{"b", "d", "f"}, Pick(l, []string{"a", "b", "c", "d", "e", "f"})); diff != "" {
		t.Error(diff)
	}
	test := []sp.Instance{of([][]int32{{0, 1, 5}, {0, 2}, nil, nil}, 5, 0, sp.Unknown, 1)}
	have := l.Apply(test)[0]
	want := sp.Instance{ID: "x", K: 3, Node: sp.Rows{N: 4}, Gold: []int32{2, sp.Unknown, sp.Unknown, 0},
		Allowed: [][]int32{{0, 2}, nil, nil, nil},
		Costs:   slices.Repeat([]float64{1, 3, 5}, 4)}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(of([][]int32{{0, 1, 5}, {0, 2}, nil, nil}, 5, 0, sp.Unknown, 1), test[0]); diff != "" {
		t.Errorf("the argument has changed: %s", diff)
	}
	preds := []sp.Prediction{{Labels: []int32{2, 0}, Marginal: []float64{.1, .2, .7, .5, .3, .2},
		Atoms: []sp.Atom{{Weight: 1, Labels: []int32{1, 1}}}}}
	l.Restore(preds, test)
	if diff := cmp.Diff([]sp.Prediction{{Labels: []int32{5, 1},
		Marginal: []float64{0, .1, 0, .2, 0, .7, 0, .5, 0, .3, 0, .2},
		Atoms:    []sp.Atom{{Weight: 1, Labels: []int32{3, 3}}}}}, preds); diff != "" {
		t.Error(diff)
	}
}

// TestAllLabels: a fit keeps all labels if its training instances show all, or none.
func TestAllLabels(t *testing.T) {
	for _, gold := range [][]int32{{1, 0}, {sp.Unknown}} {
		list := []sp.Instance{{K: 2, Gold: gold}}
		l := NewLabels(list, 2)
		if l != nil || &l.Apply(list)[0] != &list[0] || len(Pick(l, gold)) != len(gold) {
			t.Errorf("labels %v: %+v", gold, l)
		}
		l.Restore([]sp.Prediction{{Labels: gold}}, list)
	}
}
