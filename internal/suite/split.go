package suite

import "slices"

// splits reads one split or a list of them.
func (r *reader) splits(n *node) []Split {
	if n.kind != list {
		return []Split{r.split(n)}
	}
	if len(n.items) == 0 {
		r.fail(n.at, "", "the list of splits is empty")
	}
	var splits []Split
	for _, item := range n.items {
		splits = append(splits, r.split(item))
	}
	return splits
}

var splitKeys = []string{"train", "boxes", "partial", "labels", "test", "rotate"}

func (r *reader) split(n *node) Split {
	s := Split{Pos: n.at}
	before := len(r.errs)
	given := map[string]*field{}
	for _, f := range r.fields(n, "split", splitKeys) {
		given[f.name] = &f
		switch f.name {
		case "labels":
			s.Labels = r.share(f)
		case "rotate":
			s.Rotate = r.text(f)
		}
	}
	for _, part := range s.parts() {
		if f := given[part.name]; f != nil {
			*part.Part = r.part(*f)
		}
	}
	switch {
	case len(r.errs) > before: // such as a misspelt key
	case given["rotate"] != nil:
		r.rotation(s.Rotate, given["rotate"], len(given) > 1)
	case given["train"] == nil:
		r.fail(n.at, "write split: {train: …, test: …}", "impossible split: train is missing")
	case given["test"] == nil:
		r.fail(n.at, "write split: {train: …, test: …}", "impossible split: test is missing")
	case given["labels"] != nil && given["partial"] == nil:
		r.fail(given["labels"].at, "write split: {train: …, partial: …, labels: …, test: …}", "labels says how much is known of the partial instances, but there are none")
	default:
		r.parts(&s, given)
	}
	return s
}

// A namedPart is a part of a split with its key.
type namedPart struct {
	*Part
	name string
}

// parts returns the parts of s in the order in which instances are drawn.
func (s *Split) parts() []namedPart {
	return []namedPart{{&s.Train, "train"}, {&s.Boxes, "boxes"}, {&s.Partial, "partial"}, {&s.Test, "test"}}
}

// parts checks that all parts that are given are numbers, or folds that differ.
func (r *reader) parts(s *Split, given map[string]*field) {
	var before []namedPart
	for _, part := range s.parts() {
		f := given[part.name]
		if f == nil {
			continue
		}
		if (f.value.kind == list) != (s.Train.Folds != nil) {
			r.fail(f.at, "write numbers of instances, or lists of folds", "impossible split: one part counts instances, the other names folds")
			return
		}
		for _, other := range before {
			r.disjoint(other, part, f.value)
		}
		before = append(before, part)
	}
}

// share reads a share of labels, below 1.
func (r *reader) share(f field) float64 {
	switch v := f.value; {
	case v.kind == text && (v.text == "box" || v.text == "boxes"):
		r.fail(v.at, "write split: {train: …, boxes: …, test: …}", "labels is a share: instances with boxes are a part of their own")
	case v.kind != number:
		r.wrong(v, f.name, "a number")
	case v.number < 0 || v.number >= 1:
		r.fail(v.at, "", "%s is %s, must be at least 0 and below 1", f.name, v.text)
	default:
		return v.number
	}
	return 0
}

// rotation checks a split that gives each fold its turn.
func (r *reader) rotation(turn string, f *field, sides bool) {
	switch {
	case sides:
		r.fail(f.at, "", "impossible split: rotate excludes all other keys")
	case turn != TrainOne && turn != TestOne:
		r.fail(f.value.at, hint(turn, "ways to rotate", []string{TrainOne, TestOne}), "impossible split: rotate is %s", quote(turn))
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

// part reads a number of instances or a list of folds.
func (r *reader) part(f field) (p Part) {
	v := f.value
	p.Pos = f.at
	if v.kind != list {
		switch {
		case v.kind != number || !whole(v.number):
			r.wrong(v, f.name, "a number of instances or a list of folds")
		case v.number < 1:
			r.fail(v.at, "a list names folds: ["+v.text+"]", "impossible split: %s is %s, at least 1 instance is needed", f.name, v.text)
		default:
			p.Count = int(v.number)
		}
		return p
	}
	if len(v.items) == 0 {
		r.fail(v.at, "", "impossible split: %s has no folds", f.name)
	}
	for _, item := range v.items {
		fold := -1
		switch {
		case item.kind != number || !whole(item.number):
			r.wrong(item, "a fold", "a whole number")
		case item.number < 0:
			r.fail(item.at, "", "impossible split: fold %s is negative", item.text)
		default:
			fold = int(item.number)
			if slices.Contains(p.Folds, fold) {
				r.fail(item.at, "", "impossible split: fold %d is in %s twice", fold, f.name)
			}
		}
		p.Folds = append(p.Folds, fold)
	}
	return p
}
