package bench

import "slices"

// copies returns how many test instances of a fit have the class of an instance that the fit learns from. classes are
// those of [data.Dataset.FeatureClasses].
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
