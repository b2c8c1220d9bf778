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

func (r *reader) split(n *node) Split {
	s := Split{Pos: n.at}
	before := len(r.errs)
	var train, partial, labels, test, rotate *field
	for _, f := range r.fields(n, "split", []string{"train", "partial", "labels", "test", "rotate"}) {
		switch f.name {
		case "partial":
			s.Partial, partial = r.part(f), &f
		case "labels":
			s.Labels, labels = r.share(f), &f
		case "rotate":
			s.Rotate, rotate = r.text(f), &f
		case "train":
			s.Train, train = r.part(f), &f
		case "test":
			s.Test, test = r.part(f), &f
		}
	}
	switch {
	case len(r.errs) > before: // such as a misspelt key
	case rotate != nil:
		r.rotation(s.Rotate, rotate, train != nil || partial != nil || test != nil)
	case train == nil:
		r.fail(n.at, "write split: {train: …, test: …}", "impossible split: train is missing")
	case test == nil:
		r.fail(n.at, "write split: {train: …, test: …}", "impossible split: test is missing")
	case (train.value.kind == list) != (test.value.kind == list):
		r.fail(test.at, "write two numbers of instances, or two lists of folds",
			"impossible split: one side counts instances, the other names folds")
	case partial != nil && (train.value.kind == list) != (partial.value.kind == list):
		r.fail(partial.at, "write numbers of instances, or lists of folds",
			"impossible split: one part counts instances, the other names folds")
	case labels != nil && partial == nil:
		r.fail(labels.at, "write split: {train: …, partial: …, labels: …, test: …}", "labels says how much is known of the partial instances, but there are none")
	default:
		r.disjoint(s.Train, "train", s.Test, "test", test.value)
		if partial != nil {
			r.disjoint(s.Train, "train", s.Partial, "partial", partial.value)
			r.disjoint(s.Partial, "partial", s.Test, "test", test.value)
		}
	}
	return s
}

// share reads a share of labels, below 1.
func (r *reader) share(f field) float64 {
	switch v := f.value; {
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
		r.fail(f.at, "", "impossible split: rotate excludes train and test")
	case turn != TrainOne && turn != TestOne:
		r.fail(f.value.at, hint(turn, "ways to rotate", []string{TrainOne, TestOne}), "impossible split: rotate is %s", quote(turn))
	}
}

// disjoint reports a fold that is in both parts; b's are written at n.
func (r *reader) disjoint(a Part, nameA string, b Part, nameB string, n *node) {
	for i, fold := range b.Folds {
		if slices.Contains(a.Folds, fold) {
			r.fail(n.items[i].at, "", "impossible split: fold %d is in both %s and %s", fold, nameA, nameB)
			return
		}
	}
}

// part reads a number of instances or a list of folds.
func (r *reader) part(f field) (p Part) {
	v := f.value
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
