package suite

import (
	"fmt"
	"slices"
	"strconv"
)

// A namedPart is a part of a split with its key.
type namedPart struct {
	*Part
	name string
}

// parts returns the parts of s in the order of drawing.
func (s *Split) parts() []namedPart {
	return []namedPart{{&s.Train, "train"}, {&s.Boxes, "boxes"}, {&s.Partial, "partial"},
		{&s.Dev, "dev"}, {&s.Test, "test"}}
}

// check reports a mix of numbers and folds, folds in two parts, and folds of published parts.
func (s *Split) check(r *reader, f field) {
	if s.Folds > 0 && s.Train.Count > 0 {
		r.Fail(f.Value.Field("folds").At, "leave it out, or name folds, or rotate",
			"folds has no effect beside numbers of groups")
	}
	s.Parts = r.parts
	var before []namedPart
	for _, part := range s.parts() {
		if r.parts && (part.Folds != nil || s.Rotate != "" || s.Folds > 0) {
			r.Fail(f.Value.At, "leave split out, or write how many instances of each part, such as "+
				"{train: 400}; to divide all files in other ways, write path as a list",
				"impossible split: path names the parts, which have no folds")
			return
		}
		given := f.Value.Field(part.name)
		if given == nil {
			continue
		}
		part.Pos = given.At
		if (part.Folds == nil) != (s.Train.Folds == nil) {
			r.Fail(part.Pos, "write numbers of instances, or lists of folds",
				"impossible split: one part counts instances, the other names folds")
			return
		}
		for _, other := range before {
			checkDisjoint(r, other, part, given.Value)
		}
		before = append(before, part)
	}
}

// checkDisjoint reports a fold in both parts; n is the value of b.
func checkDisjoint(r *reader, a, b namedPart, n *node) {
	for i, fold := range b.Folds {
		if slices.Contains(a.Folds, fold) {
			r.Fail(n.Items[i].At, "", "impossible split: fold %d is in both %s and %s", fold, a.name, b.name)
			return
		}
	}
}

// bySize returns d once for each size among its splits, since results of 20 and of 150 training
// instances are not one number. Splits of one size stay together, and so do those of a rotation.
// The labels show the differences, such as "ocr (train 20)".
func (d Dataset) bySize() (columns []Dataset) {
	var sizes [][]string
	var splits [][]Split // of each size
	for _, s := range d.Splits {
		size := s.size()
		at := slices.IndexFunc(sizes, func(other []string) bool { return slices.Equal(other, size) })
		if at < 0 {
			at = len(sizes)
			sizes, splits = append(sizes, size), append(splits, nil)
		}
		splits[at] = append(splits[at], s)
	}
	if len(sizes) < 2 {
		return []Dataset{d}
	}
	for i := range sizes {
		column := d.differing(sizes, i)
		column.Base, column.Splits = d.Label, splits[i]
		columns = append(columns, column)
	}
	return columns
}

// size describes the size of each part of s and its labels; of folds their number.
func (s *Split) size() (words []string) {
	for _, part := range s.parts() {
		text := "no " + part.name
		if s.Parts && part.Part != &s.Boxes && part.Part != &s.Partial {
			text = "all of " + part.name
		}
		switch n := len(part.Folds); {
		case s.Size > 0 && part.Part == &s.Train:
			text = part.name + " " + strconv.Itoa(s.Size)
		case s.Rotate != "" && (part.Part == &s.Train || part.Part == &s.Test):
			text = "" // the rotation says it
		case n == 1:
			text = part.name + " 1 fold"
		case n > 1:
			text = fmt.Sprintf("%s %d folds", part.name, n)
		case part.Count > 0:
			text = part.name + " " + strconv.Itoa(part.Count)
		}

		if s.By != "" && (part.Count > 0 || s.Size > 0 && part.Part == &s.Train) {
			text += " groups"
		}
		if part.Part == &s.Partial && s.Labels > 0 {
			text += " with " + percent(s.Labels) + " of the labels"
		}
		words = append(words, text)
	}
	if s.Rotate != "" {
		return append(words, "rotate "+s.Rotate)
	}
	return append(words, "")
}

// splitBySize returns each split once for each size of its training set. The sizes are written in
// list.
func splitBySize(r *reader, list *node, sizes []int, splits []Split) (all []Split) {
	for i, n := range sizes {
		at := list.Items[i].At
		if i > 0 && n <= sizes[i-1] {
			r.Fail(at, "write sizes: [50, 100, 200]", "sizes must ascend, %d is not above %d", n, sizes[i-1])
		}
		for _, s := range splits {
			if s.Train.Count > 0 && n > s.Train.Count {
				r.Fail(at, "", "impossible size: %d of %d training instances", n, s.Train.Count)
			}
			s.Size = n
			all = append(all, s)
		}
	}
	return all
}

// Values of Reveal.Forests: the orders in which package partition grows forests.
const (
	BreadthFirst = "breadth-first"
	DepthFirst   = "depth-first"
)

// A Reveal says which labels of a test instance a decoder may see. They are not scored. The choice
// is a function of the seed and the instance, the same for every learner. The zero value reveals
// none.
type Reveal struct {
	Share float64 `json:"share,omitempty" short:"only" range:"[0,1)"` // of the labels
	// Parts divides the variables of an instance into so many parts. In turn each of
	// them is hidden while all other labels are shown, so that every variable is
	// predicted, and scored, once. One field at most is set.
	Parts int `json:"parts,omitempty" alone:"yes" range:"[2,inf)" help:"number of parts, each hidden in turn"`
	// Forests divides the variables of an instance in two again and again, in one of
	// the orders of growth of package partition, until every variable has been in an A.
	// Each A, a forest, is hidden while all other labels, B's, are shown: all sums over
	// A are exact on any graph. A variable is scored when it is hidden first.
	Forests string `json:"forests,omitempty" alone:"yes" enum:"breadth-first,depth-first" help:"forests grown in that order, each hidden in turn"`
}

// String writes the protocol as a person would.
func (r Reveal) String() string {
	switch {
	case r.Parts > 0:
		return fmt.Sprintf("all but each of %d parts in turn", r.Parts)
	case r.Forests != "":
		return "all but those of a forest, " + r.Forests + ", in turn"
	case r.Share > 0:
		return percent(r.Share)
	}
	return "none"
}
