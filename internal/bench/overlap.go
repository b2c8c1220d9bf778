package bench

import "slices"

// overlaps returns the Overlap of a [Written] plan.
func (p *Plan) overlaps() map[string]float64 {
	splits := map[string][][]int{} // what is learned from in each, by dataset
	for _, f := range p.Fits {
		if label := f.Dataset.Spec.Label; f.Split == len(splits[label]) {
			all := slices.Concat(f.split.Train, f.split.Boxes, f.split.Partial)
			slices.Sort(all)
			splits[label] = append(splits[label], all)
		}
	}
	overlaps := map[string]float64{}
	for label, sets := range splits {
		shared, pairs := 0.0, 0.0
		for i, a := range sets {
			for _, b := range sets[:i] {
				shared += 2 * float64(common(a, b)) / float64(len(a)+len(b))
				pairs++
			}
		}
		if pairs > 0 {
			overlaps[label] = shared / pairs
		}
	}
	return overlaps
}

// learnedFrom returns the IDs of the instances that f learns from, in the order of the dataset.
func (f *Fit) learnedFrom() (ids []string) {
	all := slices.Concat(f.split.Train, f.split.Boxes, f.split.Partial)
	slices.Sort(all)
	for _, at := range all {
		ids = append(ids, f.Dataset.Data.Instances[at].ID)
	}
	return ids
}

// common returns how many numbers two ascending lists share.
func common(a, b []int) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n, a, b = n+1, a[1:], b[1:]
		}
	}
	return n
}
