package plan

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
)

// repeats returns the repeats of all datasets, in the order of the fits.
func repeats(
	datasets []*Dataset, fits []*Fit, overlaps map[string]overlaps,
) (list []Repeat) {
	classes := map[*Dataset][]int{}
	for _, d := range datasets {
		list := d.Data.FeatureClasses()
		if slices.Max(list) < len(list)-1 { // some instances are equal
			classes[d] = list
		}
	}
	seen := map[record.Place]bool{}
	for _, f := range fits {
		at := record.Place{Dataset: f.Dataset.Spec.Label, Split: f.Split, Seed: f.Seed}
		if seen[at] {
			continue
		}
		seen[at] = true
		r := Repeat{
			Dataset: f.Dataset.Spec.Label, Split: f.Split, Seed: f.Seed,
			Train: len(f.split.Train), Boxes: len(f.split.Boxes),
			Partial: len(f.split.Partial), Test: len(f.split.Test),
		}
		if first := overlaps[r.Dataset].first[f.Split]; first != f.Split {
			r.Training = 1 + first
		}
		for _, at := range f.split.Test {
			r.Variables += f.Dataset.Data.Instances[at].N()
		}
		if list := classes[f.Dataset]; list != nil {
			r.Copies = f.copies(list)
		}
		if f.Dataset.Data.Group != nil {
			test := f.Dataset.unitsOf(f.split.Test)
			r.Groups = len(test)
			r.LearnedGroups = common(test, f.Dataset.unitsOf(f.trainingSet()))
		}
		list = append(list, r)
	}
	return list
}

// copies counts the test instances in the same class as a training instance. classes are those of
// [data.Dataset.FeatureClasses].
func (f *Fit) copies(classes []int) (n int) {
	learned := make([]bool, len(classes))
	for _, at := range f.trainingSet() {
		learned[classes[at]] = true
	}
	for _, at := range f.split.Test {
		if learned[classes[at]] {
			n++
		}
	}
	return n
}
