package suite

import "slices"

// A tuner divides the dimensions of grids into those that are tuned and those that make
// learners of their own, and holds all learners that are tuned to one number of candidates.
type tuner struct {
	on    bool     // the suite tunes
	over  []*node  // the parameters that are tuned; nil: those of all lists
	lists []string // parameters that have a list in some grid
	first *Learner // that is tuned
}

// tunes reports whether a dimension is tuned.
func (t *tuner) tunes(d *dimension) bool {
	if !t.on || t.over == nil {
		return t.on
	}
	if d.field.value.kind == list {
		t.lists = append(t.lists, d.field.name)
	}
	return slices.ContainsFunc(t.over, func(n *node) bool { return n.text == d.field.name })
}

// axes returns the dimensions that are not tuned.
func (t *tuner) axes(g grid) (axes []int) {
	for d := range g {
		if !t.tunes(&g[d]) {
			axes = append(axes, d)
		}
	}
	return axes
}

// check reports a name of over that is no list of any learner: somebody would believe that it was tuned.
func (t *tuner) check(r *reader) {
	slices.Sort(t.lists)
	for _, n := range t.over {
		if n.text != "" && !slices.Contains(t.lists, n.text) {
			r.fail(n.at, hint(n.text, "lists", slices.Compact(t.lists)), "no learner has a list of %s to choose from", quote(n.text))
		}
	}
}

// add counts the candidates of l.
func (t *tuner) add(r *reader, l Learner) {
	switch n := len(l.Candidates); {
	case n <= 1: // nothing to choose
	case t.first == nil:
		t.first = &l
	case n != len(t.first.Candidates):
		r.fail(l.Pos, "give all grids of a tuned suite the same number of points", "%s has %d candidates, %s has %d: tuning is fair with equal effort only",
			quote(l.Label), n, quote(t.first.Label), len(t.first.Candidates))
	}
}
