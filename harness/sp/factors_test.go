package sp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestFactors: a part keeps the factors of its variables with their rows, and contradictions are
// refused with their place.
func TestFactors(t *testing.T) {
	whole := sp.Instance{ID: "x", Weight: 1, K: 2, Node: sp.Rows{N: 5}, Gold: make([]int32, 5),
		Edges: sp.ChainEdges(5), Factors: &sp.Factors{Arity: 3,
			Variables: []int32{0, 1, 2, 0, 2, 4, 2, 3, 4},
			Rows:      sp.Rows{N: 3, D: 1, Dense: []float32{7, 8, 9}}}}
	if !whole.IsChain() {
		t.Error("a sequence is no chain")
	}
	part := whole.Part(func(d int) bool { return d != 1 })
	if err := part.Check(); err != nil || part.IsChain() ||
		!slices.Equal(part.Factors.Variables, []int32{0, 1, 3, 1, 2, 3}) ||
		!slices.Equal(part.Factors.Rows.Dense, []float32{8, 9}) {
		t.Errorf("%+v, error %v", part.Factors, err)
	}
	task := sp.Task{Train: []sp.Instance{whole}}
	if err := task.Graphs(); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a learner of edges: %v", err)
	}
	for want, f := range map[string]sp.Factors{
		"factor 1 joins [1 1 2]":      {Arity: 3, Variables: []int32{0, 1, 2, 1, 1, 2}},
		"factor 0 joins [2 3 4 5]":    {Arity: 4, Variables: []int32{2, 3, 4, 5}},
		"4 variables of factors of 3": {Arity: 3, Variables: []int32{0, 1, 2, 3}},
		"2 variables of factors of 2": {Arity: 2, Variables: []int32{0, 1}},
		"2 feature rows for 1 factors": {Arity: 3, Variables: []int32{0, 1, 2},
			Rows: sp.Rows{N: 2, D: 1}},
	} {
		bad := whole
		bad.Factors = &f
		if err := bad.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}
