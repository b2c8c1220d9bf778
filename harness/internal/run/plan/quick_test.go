package plan

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
)

// TestQuick: a quick look has only the first split, with a few instances of each set, without
// repetition.
func TestQuick(t *testing.T) {
	all := make([]int, 1000)
	for i := range all {
		all[i] = i
	}
	first := Split{
		Split:  data.Split{Train: all[:600], Boxes: all[600:605], Test: all[700:]},
		labels: 0.5,
	}
	got := quick([]Split{first, {Split: data.Split{Train: all, Test: all}}})
	if len(got) != 1 || got[0].labels != 0.5 || len(got[0].Train) != quickTrain ||
		len(got[0].Test) != quickTest ||
		!slices.Equal(got[0].Boxes, first.Boxes) ||
		got[0].Partial != nil {
		t.Fatalf("got %+v", got)
	}
	for _, part := range [][]int{got[0].Train, got[0].Test} {
		if !slices.IsSorted(part) || len(slices.Compact(slices.Clone(part))) != len(part) {
			t.Errorf("%v", part)
		}
	}
	if last := got[0].Train[quickTrain-1]; last < 500 || len(first.Train) != 600 {
		t.Errorf(
			"the last instance is %d of %d: they are not from all over", last, len(first.Train),
		)
	}
	if quick(nil) != nil {
		t.Error("something comes of nothing")
	}
}
