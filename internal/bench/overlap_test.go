package bench

import (
	"math"
	"testing"

	"github.com/spbench/spbench/internal/data"
	"github.com/spbench/spbench/internal/suite"
)

// All that is learned from counts, each split once, whatever learners and seeds it has.
func TestOverlaps(t *testing.T) {
	var p Plan
	of := func(label string, split int, train, boxes []int) {
		c := &Dataset{Spec: &suite.Dataset{Label: label}}
		p.Fits = append(p.Fits, &Fit{Family: &Family{Dataset: c, Split: split, split: &division{Split: data.Split{Train: train, Boxes: boxes}}}})
	}
	of("one", 0, []int{1, 2}, nil)
	for range 2 {
		of("three", 0, []int{1, 2}, []int{0, 9})
		of("three", 1, []int{0, 9}, []int{3, 4})
		of("three", 2, []int{5, 6, 7, 8}, nil)
	}
	got := p.overlaps()
	if _, ok := got["one"]; ok || math.Abs(got["three"]-0.5/3) > 1e-12 {
		t.Errorf("overlaps %v, want only three: 1/6", got)
	}
}
