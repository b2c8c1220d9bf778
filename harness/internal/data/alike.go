package data

import (
	"hash/maphash"
	"slices"

	"github.com/spbench/spbench/harness/internal/data/content"
	"github.com/spbench/spbench/harness/sp"
)

// FeatureClasses returns a number for each instance: instances with equal features and equal graphs
// have equal numbers. IDs and labels may differ. Numbers count from 0 in the order of the
// instances. O(size).
func (d *Dataset) FeatureClasses() []int {
	return d.classes(func(h content.Hasher, x *sp.Instance) bool {
		h.Graph(x)
		return true
	})
}

// LabelingClasses returns a number for each instance: instances with equal labelings have equal
// numbers. An instance with an unknown label has −1. O(size).
func (d *Dataset) LabelingClasses() []int {
	return d.classes(func(h content.Hasher, x *sp.Instance) bool {
		content.Put(h, x.Gold)
		return x.Labelled()
	})
}

// classes numbers the instances by the bytes from write; −1 if write returns false. Any two of 10⁵
// different instances get the same number with a probability of 3e-10.
func (d *Dataset) classes(write func(content.Hasher, *sp.Instance) bool) []int {
	var sum maphash.Hash
	h := content.New(&sum)
	number := map[uint64]int{}
	list := make([]int, len(d.Instances))
	for i := range d.Instances {
		sum.Reset()
		known := write(h, &d.Instances[i])
		h.Flush()
		if list[i] = -1; !known {
			continue
		}
		n, ok := number[sum.Sum64()]
		if !ok {
			n = len(number)
			number[sum.Sum64()] = n
		}
		list[i] = n
	}
	return list
}

// SeveralFolds reports whether the instances are in more than one fold.
func (d *Dataset) SeveralFolds() bool {
	return slices.ContainsFunc(d.Fold, func(f int) bool { return f != d.Fold[0] })
}

// Repeated counts the instances with a class found in another fold too. Without several folds it
// counts those with a class of another instance. known is the number of instances with a class.
func (d *Dataset) Repeated(classes []int) (repeated, known int) {
	folds := d.SeveralFolds()
	first := make([]int, len(classes)) // instance of each class, counted from 1
	again := make([]bool, len(classes))
	for i, c := range classes {
		switch {
		case c < 0:
		case first[c] == 0:
			first[c] = i + 1
		case !folds || d.Fold[i] != d.Fold[first[c]-1]:
			again[c] = true
		}
	}
	for _, c := range classes {
		if c >= 0 {
			known++
			if again[c] {
				repeated++
			}
		}
	}
	return repeated, known
}
