package plan

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// overlaps tell how much the splits of one dataset overlap.
type overlaps struct {
	// first is, for each split, the first one with the same training set: the same instances in
	// each of the roles train, boxes and partial, and the same labels hidden.
	first []int
	// training is the share of its instances a training set has in common with another one,
	// averaged over pairs of different training sets. tests is the same share of test sets, of
	// groups if the dataset has groups. The test set of a training set is the union over its
	// splits. Both are 1 for one training set, and for one split.
	training, tests float64
}

// overlapsOf returns the overlaps of each dataset, by its label.
func overlapsOf(fits []*Fit) map[string]overlaps {
	type sets struct {
		known           map[[sha256.Size]byte]int // split, by training set
		first           []int
		training, tests map[int][]int // by first split
	}
	all := map[string]*sets{}
	for _, f := range fits {
		s := all[f.Dataset.Spec.Label]
		if s == nil {
			s = &sets{
				known:    map[[sha256.Size]byte]int{},
				training: map[int][]int{},
				tests:    map[int][]int{},
			}
			all[f.Dataset.Spec.Label] = s
		}
		if f.Split != len(s.first) {
			continue
		}
		key, first := f.split.trainingHash(), f.Split
		if was, ok := s.known[key]; ok {
			first = was
		}
		s.known[key], s.first = first, append(s.first, first)
		s.training[first] = sorted(f.split.Train, f.split.Boxes, f.split.Partial)
		s.tests[first] = slices.Compact(sorted(s.tests[first], f.Dataset.unitsOf(f.split.Test)))
	}
	shared := map[string]overlaps{}
	for label, s := range all {
		shared[label] = overlaps{s.first, overlap(s.training), overlap(s.tests)}
	}
	return shared
}

// trainingHash returns a hash of the training set, independent of its order.
func (s *Split) trainingHash() [sha256.Size]byte {
	return sha256.Sum256(
		fmt.Append(nil, sorted(s.Train), sorted(s.Boxes), sorted(s.Partial), s.labels, s.hidden),
	)
}

// sorted returns the numbers of all lists, ascending.
func sorted(lists ...[]int) []int {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return all
}

// overlap returns the mean share of its numbers a set has in common with another one; 1 for one
// set.
func overlap(sets map[int][]int) float64 {
	var lists [][]int
	for _, first := range slices.Sorted(maps.Keys(sets)) {
		lists = append(lists, sets[first])
	}
	if len(lists) == 1 {
		return 1
	}
	common, shared, pairs := commonOf(lists), 0.0, 0.0
	for i, a := range lists {
		for j, b := range lists[:i] {
			shared += 2 * float64(common(i, j)) / float64(len(a)+len(b))
			pairs++
		}
	}
	return shared / pairs
}

// commonOf returns a function for the count of numbers in both of two lists. The lists are
// ascending and not negative. Bit sets make it fast for the millions of pairs among thousands of
// lists. Short lists of large numbers are merged instead.
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

// common returns the count of numbers in both of two ascending lists.
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
