package plan

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestOverlaps: overlaps count all training instances, and each split once, for any learners and
// seeds.
func TestOverlaps(t *testing.T) {
	var p Plan
	of := func(label string, split int, train, boxes []int) {
		c := &Dataset{Spec: &suite.Dataset{Label: label}}
		p.Fits = append(
			p.Fits,
			&Fit{
				Configuration: &Configuration{
					Dataset: c,
					Split:   split,
					split:   &Split{Split: data.Split{Train: train, Boxes: boxes}},
				},
			},
		)
	}
	of("one", 0, []int{1, 2}, nil)
	for range 2 {
		of("three", 0, []int{1, 2}, []int{0, 9})
		of("three", 1, []int{0, 9}, []int{3, 4})
		of("three", 2, []int{5, 6, 7, 8}, nil)
	}
	got := overlapsOf(p.Fits)
	if len(got["one"].first) != 1 || math.Abs(got["three"].training-0.5/3) > 1e-12 {
		t.Errorf("sharings %v, want of three: 1/6", got)
	}
}

// TestSameTraining: splits with the same training set, in any order, are one set with all their
// test instances.
func TestSameTraining(t *testing.T) {
	var p Plan
	for split, d := range []Split{
		{Split: data.Split{Train: []int{1, 2}, Test: []int{5, 6}}},
		{Split: data.Split{Train: []int{2, 1}, Test: []int{6, 7}}},
		{Split: data.Split{Train: []int{2, 3}, Test: []int{5, 8, 9}}},
		{Split: data.Split{Train: []int{2}, Boxes: []int{1}, Test: []int{0}}},
	} {
		c := &Dataset{Spec: &suite.Dataset{Label: "d"}}
		p.Fits = append(
			p.Fits, &Fit{Configuration: &Configuration{Dataset: c, Split: split, split: &d}},
		)
	}
	got := overlapsOf(p.Fits)["d"]
	// Training sets {1, 2}, {2, 3} and {1, 2} with a box share 1/2, 1 and 1/2; tests 1/3, 0 and 0.
	if !slices.Equal(got.first, []int{0, 0, 2, 3}) || math.Abs(got.training-2./3) > 1e-12 ||
		math.Abs(got.tests-1./9) > 1e-12 {
		t.Errorf("%+v", got)
	}
}
