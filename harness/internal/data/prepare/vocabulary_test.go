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
// instances and labels, and numbered in their order. The input is unchanged.
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
		{Node: sparse([]int32{0, 1}, []int32{3}, nil), Edge: sp.Rows{D: 5}},
	}
	given := slices.Clone(test[0].Node.Index)
	twice := NewVocabulary(learned, 2)
	out := twice.Apply(test)
	want := []sp.Instance{
		{Node: sparse([]int32{0, 1, 3}, []int32{1, 0, 1}, []float32{6, 8, 9}),
			Edge: sparse([]int32{0, 0}, []int32{}, nil)},
		{Node: sparse([]int32{0, 0}, []int32{}, nil), Edge: sp.Rows{}},
	}
	for i := range want {
		want[i].Node.D, want[i].Edge.D = 2, 1
	}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
	if twice.Node.Width(5) != 2 || twice.Edge.Width(5) != 1 || twice.Node.Source(1) != 2 {
		t.Errorf("widths %d and %d, column 1 was %d", twice.Node.Width(5), twice.Edge.Width(5),
			twice.Node.Source(1))
	}
	if !slices.Equal(given, test[0].Node.Index) {
		t.Error("the input has changed")
	}
	for _, count := range []int{0, 1} {
		once := NewVocabulary(learned, count).Apply(test)
		if !slices.Equal(once[0].Node.Index, []int32{1, 2, 0, 2}) || once[0].Node.D != 3 ||
			!slices.Equal(once[0].Edge.Index, []int32{0}) || once[0].Edge.D != 1 {
			t.Errorf("with %d: %+v", count, once[0])
		}
	}
}

// If all columns stay, nothing is copied. Dense rows stay as they are.
func TestVocabularyOfAllColumns(t *testing.T) {
	all := []sp.Instance{{Node: sparse([]int32{0, 3, 5}, []int32{0, 1, 2, 3, 4}, nil)}}
	if same := NewVocabulary(all, 1).Apply(all); &same[0].Node.Index[0] != &all[0].Node.Index[0] {
		t.Error("unchanged rows are copied")
	}
	edges := []sp.Instance{{Node: all[0].Node, Edge: sparse([]int32{0, 1}, []int32{3}, nil)}}
	v := NewVocabulary(all, 1)
	if out := v.Apply(edges); len(out[0].Edge.Index) != 0 || out[0].Edge.D != v.Edge.Width(5) {
		t.Errorf("no edge was learned from, but test has features of edges: %+v", out[0].Edge)
	}
	dense := []sp.Instance{{Node: sp.Rows{N: 1, D: 2, Dense: []float32{1, 2}}}}
	v = NewVocabulary(dense, 3)
	if out := v.Apply(dense); !cmp.Equal(out, dense) || v.Node.Width(2) != 2 || v.Node.Source(1) != 1 {
		t.Errorf("dense rows: %+v", out)
	}
}
