package prepare

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/harness/sp"
)

func sparse(start, index []int32, value []float32) sp.Rows {
	return sp.Rows{N: len(start) - 1, D: 5, Start: start, Index: index, Value: value}
}

// Features are kept by their number of variables in the training instances, regardless of other
// instances and labels. The input is unchanged.
func TestVocabulary(t *testing.T) {
	learned := []sp.Instance{
		{Node: sparse([]int32{0, 2, 4}, []int32{0, 1, 0, 2}, []float32{9, 0, -1, 1}),
			Edge: sparse([]int32{0, 1}, []int32{4}, nil)},
		{Node: sparse([]int32{0, 2}, []int32{0, 2}, nil), Gold: []int32{1}},
		{Node: sp.Rows{N: 1, D: 5, Start: []int32{0, 0}}},
	}
	test := []sp.Instance{
		{Node: sparse([]int32{0, 3, 5}, []int32{1, 2, 3, 0, 2}, []float32{5, 6, 7, 8, 9}),
			Edge: sparse([]int32{0, 2}, []int32{3, 4}, nil)},
		{Node: sparse([]int32{0, 1}, []int32{3}, nil)},
	}
	given := slices.Clone(test[0].Node.Index)
	out := NewVocabulary(learned, 2).Apply(test)
	want := []sp.Instance{
		{Node: sparse([]int32{0, 1, 3}, []int32{2, 0, 2}, []float32{6, 8, 9}),
			Edge: sparse([]int32{0, 0}, nil, nil)},
		{Node: sparse([]int32{0, 0}, nil, nil)},
	}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
	if !slices.Equal(given, test[0].Node.Index) {
		t.Error("the input has changed")
	}
	once := NewVocabulary(learned, 1).Apply(test)
	if !slices.Equal(once[0].Node.Index, []int32{1, 2, 0, 2}) ||
		!slices.Equal(once[0].Edge.Index, []int32{4}) {
		t.Errorf("with 1: %+v", once[0])
	}
	if same := NewVocabulary(learned,
		1).Apply(learned); &same[0].Node.Index[0] != &learned[0].Node.Index[0] {
		t.Error("unchanged rows are copied")
	}
	if out := NewVocabulary(learned[1:], 1).Apply(test); len(out[0].Edge.Index) != 0 {
		t.Errorf("no edge was learned from, but test has features of edges: %+v", out[0].Edge)
	}
	dense := []sp.Instance{{Node: sp.Rows{N: 1, D: 2, Dense: []float32{1, 2}}}}
	if out := NewVocabulary(dense, 3).Apply(dense); !cmp.Equal(out, dense) {
		t.Errorf("dense rows: %+v", out)
	}
}
