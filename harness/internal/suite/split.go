package suite

import "slices"

// A namedPart is a part of a split with its key.
type namedPart struct {
	*Part
	name string
}

// parts returns the parts of s in the order in which instances are drawn.
func (s *Split) parts() []namedPart {
	return []namedPart{{&s.Train, "train"}, {&s.Boxes, "boxes"}, {&s.Partial, "partial"}, {&s.Test, "test"}}
}

// check refuses parts that count instances beside parts that name folds, and folds in two parts.
func (s *Split) check(r *reader, f field) {
	var before []namedPart
	for _, part := range s.parts() {
		given := f.value.field(part.name)
		if given == nil {
			continue
		}
		part.Pos = given.at
		if (part.Folds == nil) != (s.Train.Folds == nil) {
			r.fail(part.Pos, "write numbers of instances, or lists of folds", "impossible split: one part counts instances, the other names folds")
			return
		}
		for _, other := range before {
			r.disjoint(other, part, given.value)
		}
		before = append(before, part)
	}
}

// disjoint reports a fold that is in both parts; b's are written at n.
func (r *reader) disjoint(a, b namedPart, n *node) {
	for i, fold := range b.Folds {
		if slices.Contains(a.Folds, fold) {
			r.fail(n.items[i].at, "", "impossible split: fold %d is in both %s and %s", fold, a.name, b.name)
			return
		}
	}
}
