package run

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// A sharing holds the overlaps of the splits of one dataset.
type sharing struct {
	// first is, for each split, the first one with the same training set: the same instances in
	// each of the roles train, boxes and partial, and the same labels hidden.
	first []int
	// training is the share of its instances a training set has in common with another one,
	// averaged over pairs of different training sets. tests is the same share of test sets. The
	// test set of a training set is the union over its splits. Both are 1 for one training set,
	// and for one split.
	training, tests float64
}

// sharings returns the sharing of each dataset, by its label.
func (p *Plan) sharings() map[string]sharing {
	type sets struct {
		known           map[[sha256.Size]byte]int // split by training set
		first           []int
		training, tests map[int][]int // by first split
	}
	all := map[string]*sets{}
	for _, f := range p.Fits {
		s := all[f.Dataset.Spec.Label]
		if s == nil {
			s = &sets{known: map[[sha256.Size]byte]int{}, training: map[int][]int{}, tests: map[int][]int{}}
			all[f.Dataset.Spec.Label] = s
		}
		if f.Split != len(s.first) {
			continue
		}
		key, first := f.split.training(), f.Split
		if was, ok := s.known[key]; ok {
			first = was
		}
		s.known[key], s.first = first, append(s.first, first)
		s.training[first] = sorted(f.split.Train, f.split.Boxes, f.split.Partial)
		s.tests[first] = slices.Compact(sorted(s.tests[first], f.split.Test))
	}
	shared := map[string]sharing{}
	for label, s := range all {
		shared[label] = sharing{s.first, overlap(s.training), overlap(s.tests)}
	}
	return shared
}

// training returns a hash of the training set, whatever its order.
func (d *division) training() [sha256.Size]byte {
	return sha256.Sum256(fmt.Append(nil, sorted(d.Train), sorted(d.Boxes), sorted(d.Partial), d.labels, d.hidden))
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
