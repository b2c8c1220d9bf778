package data

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// Values of SplitSpec.Rotate.
const (
	TrainOne = "train-one" // each fold in turn is the training set, the others are the test set
	TestOne  = "test-one"  // each fold in turn is the test set, the others are the training set
)

// A SplitSpec divides a dataset in one of three forms: by folds, by numbers of instances drawn by
// the seed, or, with Rotate, one split per fold. If a dataset has published parts, numbers draw
// instances of the parts, and 0 means the whole part; the other forms are errors.
//
// The first two forms may have more training parts than Train. Boxes are instances with a known
// bounding box. Partial are instances with some or all labels hidden. Dev is a development set, to
// tune on. With one seed, splits by number are nested: the test set is drawn from one end, and the
// other parts, in this order, from the other.
//
// Suites check these forms where they are written. No fold is in two parts.
type SplitSpec struct {
	Train, Boxes, Partial, Dev, Test Part
	Rotate                           string
	// Size limits the training instances in all forms: it keeps the first ones in the order drawn
	// by the seed. Of two sizes, the smaller set is therefore part of the larger. 0: all.
	Size int
	// ByGroup keeps groups together. Numbers and sizes count groups. Folds are dealt again, into
	// Folds folds of about equal size; 0: as many as the dataset has.
	ByGroup bool
	Folds   int
}

// A Part is one part of a SplitSpec: a number of instances, or folds if there are any.
type Part struct {
	N     int
	Folds []int
}

// parts returns the parts in drawing order, that of drawn.
func (s *SplitSpec) parts() []Part { return []Part{s.Train, s.Boxes, s.Partial, s.Dev, s.Test} }

// drawn are the names of parts.
var drawn = []string{"train", "boxes", "partial", "dev", "test"}

// A Split lists instances by index, ascending; the parts are disjoint, and Train
// and Test not empty.
type Split struct {
	Train, Boxes, Partial, Dev, Test []int
	Fold                             int // the test fold of a rotation; -1 without Rotate
}

// parts returns the parts in drawing order.
func (s *Split) parts() []*[]int {
	return []*[]int{&s.Train, &s.Boxes, &s.Partial, &s.Dev, &s.Test}
}

// Splits returns the splits described by spec: one, or one per fold. The same seed gives the same
// split on every machine. Forms by fold do not depend on the seed. For features computed from
// labels (see Dataset.Fitted), numbers of instances are drawn within the folds, and a split that
// tests on these labels is an error.
func (d *Dataset) Splits(spec SplitSpec, seed uint64) ([]Split, error) {
	splits, err := d.splits(spec, seed)
	if err != nil {
		return nil, fmt.Errorf("data: %s: split: %w", d.Name, err)
	}
	for i := range splits {
		s := &splits[i]
		if len(s.Train) == 0 || len(s.Test) == 0 {
			return nil, fmt.Errorf(
				"data: %s: split: %d instances to train and %d to test, both must be at least 1",
				d.Name, len(s.Train), len(s.Test))
		}
		if err := d.fair(*s); err != nil {
			return nil, fmt.Errorf("data: %s: split: %w", d.Name, err)
		}
	}
	return splits, nil
}

// fair returns an error if features of s contain labels that a learner must not know.
func (d *Dataset) fair(s Split) error {
	if !d.Fitted {
		return nil
	}
	known, unknown := func(i int) bool {
		return d.Fold[i] == 0
	}, func(i int) bool { return d.Fold[i] != 0 }
	if len(s.Boxes)+len(s.Partial) == 0 && !slices.ContainsFunc(s.Train, unknown) &&
		!slices.ContainsFunc(slices.Concat(s.Dev, s.Test), known) {
		return nil
	}
	fitted := len(d.inFolds([]int{0}))
	return fmt.Errorf("features were computed from the labels of fold 0: train on instances of "+
		"fold 0 and test on others, without boxes and partial, and dev as test: "+
		"{train: [0], test: [1]}, or numbers, %d and %d at most", fitted, len(d.Instances)-fitted)
}

// splits divides instances or groups, and limits the training sets.
func (d *Dataset) splits(spec SplitSpec, seed uint64) ([]Split, error) {
	if spec.ByGroup {
		return d.splitGroups(spec, seed)
	}
	splits, err := d.divide(spec, seed)
	for i := range splits {
		s := &splits[i]
		switch {
		case spec.Size > len(s.Train):
			return nil, fmt.Errorf("a size of %d, but there are %d training %s", spec.Size,
				len(s.Train), d.noun())
		case spec.Size > 0:
			s.Train = d.first(spec.Size, s.Train, seed)
		}
	}
	return splits, err
}

// splitGroups is splits for whole groups: it divides a dataset with an instance for each group.
func (d *Dataset) splitGroups(spec SplitSpec, seed uint64) ([]Split, error) {
	if d.Group == nil {
		return nil, errors.New("by group, but the instances have no groups\nhint: give each " +
			"instance a group, see docs/data.md")
	}
	units := NewUnits(d.GroupClasses())
	groups := &Dataset{Instances: make([]sp.Instance, len(units)), Parts: d.Parts, units: "groups"}
	if d.Parts != nil {
		for _, unit := range units {
			part := d.Fold[unit[0]]
			for _, i := range unit {
				if d.Fold[i] != part {
					return nil, fmt.Errorf("by group, but the group %q has instances in %s and %s",
						d.Group[i], d.Parts[part], d.Parts[d.Fold[i]])
				}
			}
			groups.Fold = append(groups.Fold, part)
		}
	} else if spec.Rotate != "" || spec.Train.Folds != nil {
		if spec.Folds == 0 && d.Fold != nil {
			spec.Folds = slices.Max(d.Fold) + 1
		}
		folds, err := units.Folds(spec.Folds, rand.New(rand.NewPCG(1, 0x67726f7570)))
		if err != nil {
			return nil, err
		}
		units = slices.Concat(folds...)
		for f := range folds {
			groups.Fold = append(groups.Fold, slices.Repeat([]int{f}, len(folds[f]))...)
		}
	}
	spec.ByGroup = false
	splits, err := groups.splits(spec, seed)
	for i := range splits {
		for _, part := range splits[i].parts() {
			var of Units
			for _, k := range *part {
				of = append(of, units[k])
			}
			*part = of.Things()
		}
	}
	return splits, err
}

// divide is splits for instances, with whole training sets.
func (d *Dataset) divide(spec SplitSpec, seed uint64) ([]Split, error) {
	if d.Parts != nil {
		return d.divideParts(spec, seed)
	}
	if spec.Rotate == "" && spec.Train.Folds == nil {
		return d.random(spec, seed)
	}
	if d.Fold == nil {
		return nil, errors.New("the dataset has no folds; give numbers of instances, such as " +
			"{\"train\":300,\"test\":500}")
	}
	folds := slices.Max(d.Fold) + 1
	if spec.Rotate == "" {
		s := Split{Fold: -1}
		for k, part := range spec.parts() {
			for _, f := range part.Folds {
				if f < 0 || f >= folds {
					return nil, fmt.Errorf("there is no fold %d, folds are 0..%d", f, folds-1)
				}
			}
			*s.parts()[k] = d.inFolds(part.Folds)
		}
		return []Split{s}, nil
	}
	var splits []Split
	for f := range folds {
		var rest []int
		for g := range folds {
			if g != f {
				rest = append(rest, g)
			}
		}
		s := Split{Train: d.inFolds([]int{f}), Test: d.inFolds(rest), Fold: f}
		if spec.Rotate == TestOne {
			s.Train, s.Test = s.Test, s.Train
		}
		splits = append(splits, s)
	}
	return splits, nil
}

func (d *Dataset) inFolds(folds []int) []int {
	var list []int
	for i, f := range d.Fold {
		if slices.Contains(folds, f) {
			list = append(list, i)
		}
	}
	return list
}

func (d *Dataset) random(spec SplitSpec, seed uint64) ([]Split, error) {
	left, asked, possible := len(d.Instances), []string{}, true
	for k, part := range spec.parts() {
		if part.N != 0 {
			asked = append(asked, fmt.Sprintf("%d in %s", part.N, drawn[k]))
		}
		possible = possible && part.N >= 0 && part.N <= left
		left -= part.N
	}
	if !possible {
		return nil, fmt.Errorf("%s, but there are only %d %s", strings.Join(asked, ", "),
			len(d.Instances), d.noun())
	}
	p, s := d.order(seed), Split{Fold: -1}
	for k, part := range spec.parts() {
		if drawn[k] == "test" {
			p = p[len(p)-part.N:]
		}
		*s.parts()[k] = slices.Sorted(slices.Values(p[:part.N]))
		p = p[part.N:]
	}
	return []Split{s}, nil
}

// noun names the instances in errors.
func (d *Dataset) noun() string { return cmp.Or(d.units, "instances") }

// order returns the drawing order of the instances.
func (d *Dataset) order(seed uint64) []int {
	// independent of other streams
	p := rand.New(rand.NewPCG(seed, 0x73706c6974)).Perm(len(d.Instances))
	// fold 0 first: to train on
	if d.Fitted {
		slices.SortStableFunc(p, func(i, j int) int {
			return min(d.Fold[i], 1) - min(d.Fold[j], 1)
		})
	}
	return p
}

// first returns, ascending, the first n of the instances in drawing order. Both lists ascend.
func (d *Dataset) first(n int, of []int, seed uint64) []int {
	var drawn []int
	for _, i := range d.order(seed) {
		if _, in := slices.BinarySearch(of, i); in && len(drawn) < n {
			drawn = append(drawn, i)
		}
	}
	slices.Sort(drawn)
	return drawn
}
