package bench

import (
	"math/bits"
	"slices"
)

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
		common := commonOf(sets)
		for i, a := range sets {
			for j, b := range sets[:i] {
				shared += 2 * float64(common(i, j)) / float64(len(a)+len(b))
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

// commonOf returns what says how many numbers two of the ascending lists, not below 0, share: by their bits, as of thousands of lists there are millions of pairs, unless
// the numbers are so large and the lists so short that these are quicker to walk through.
func commonOf(lists [][]int) func(i, j int) int {
	words, longest := 0, 0
	for _, list := range lists {
		if n := len(list); n > 0 {
			words, longest = max(words, list[n-1]/64+1), max(longest, n)
		}
	}
	if words > longest {
		return func(i, j int) int { return common(lists[i], lists[j]) }
	}
	sets := make([][]uint64, len(lists))
	for i, list := range lists {
		sets[i] = make([]uint64, words)
		for _, at := range list {
			sets[i][at/64] |= 1 << (at % 64)
		}
	}
	return func(i, j int) (n int) {
		b := sets[j]
		for w, a := range sets[i] {
			n += bits.OnesCount64(a & b[w])
		}
		return n
	}
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
