package metric

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestAlignmentError: four words; the first two have certain links, the third only possible ones,
// the last none.
func TestAlignmentError(t *testing.T) {
	m, err := New("alignment-error", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := &sp.Instance{K: 5, Gold: []int32{-1, -1, -1, -1}, Node: sp.Rows{N: 4},
		Structure: &sp.Structure{Kind: sp.Assignment}, Mixed: make([]float64, 20)}
	gold := []int32{1, 2, sp.Unknown, 0}
	for _, link := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {2, 4}} {
		x.Mixed[5*link[0]+link[1]] = 1
	}
	for _, test := range []struct {
		y    []int32
		want float64
	}{
		{[]int32{1, 2, 0, 0}, 0},
		{[]int32{1, 2, 3, 0}, 0},            // a possible link is free
		{[]int32{1, 2, 0, 3}, 1 - 4./5},     // a link of a word without one
		{[]int32{1, 2, 1, 0}, 1 - 4./5},     // and a wrong one
		{[]int32{0, 2, 0, 0}, 1 - 2./3},     // a missing one
		{[]int32{2, 1, 3, 0}, 1 - 1./(3+2)}, // an exchange
		{[]int32{0, 0, 0, 0}, 1},
	} {
		sum := make([]float64, 2)
		m.Counts.Add(sum, NewCase(x, gold, &sp.Prediction{Labels: test.y}))
		if got := m.Counts.Value(sum); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", test.y, got, test.want)
		}
	}
	sum := make([]float64, 2)
	m.Counts.Add(sum, NewCase(&sp.Instance{K: 2, Gold: []int32{sp.Unknown}}, []int32{1},
		&sp.Prediction{Labels: []int32{1}}))
	if v := m.Counts.Value(sum); !math.IsNaN(v) {
		t.Errorf("an instance without structure has the value %v", v)
	}
}

// TestAttachmentError: words of size 0 do not count.
func TestAttachmentError(t *testing.T) {
	m, err := New("attachment-error", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := &sp.Instance{K: 4, Gold: []int32{-1, -1, -1}, Node: sp.Rows{N: 3},
		Size: []float64{1, 0, 1}}
	sum := make([]float64, 2)
	m.Counts.Add(sum, NewCase(x, []int32{0, 1, 1}, &sp.Prediction{Labels: []int32{0, 3, 2}}))
	if v := m.Counts.Value(sum); v != 0.5 {
		t.Errorf("%v of the words are wrong, want 1 of 2", v)
	}
}
