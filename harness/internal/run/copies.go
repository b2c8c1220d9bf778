package run

import "slices"

// copies counts the test instances of a fit with the class of an instance to learn from. classes are those of
// [data.Dataset.FeatureClasses].
func (f *Fit) copies(classes []int) (n int) {
	learned := make([]bool, len(classes))
	for _, at := range slices.Concat(f.split.Train, f.split.Boxes, f.split.Partial) {
		learned[classes[at]] = true
	}
	for _, at := range f.split.Test {
		if learned[classes[at]] {
			n++
		}
	}
	return n
}
