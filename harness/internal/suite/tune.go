package suite

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// check reports two ways of validation. Another way than folds leaves their default out.
func (t *Tuning) check(r *reader, f field) {
	if t.Fraction == 0 && t.On == "" {
		return
	}
	if t.Folds = 0; f.Value.Field("folds") != nil || t.Fraction > 0 && t.On != "" {
		r.Fail(f.Value.At, "leave all but one of them out", "tune has two of fraction, folds and on")
	}
}

// A tuner separates the tuned dimensions of grids from those that make rows. It checks that all
// tuned learners have the same number of candidates.
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
	if d.field.Value.Kind == yamltree.List {
		t.lists = append(t.lists, d.field.Name)
	}
	return slices.ContainsFunc(t.over, func(n *node) bool { return n.Text == d.field.Name })
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

// check reports parameters to tune over without a list in any learner.
func (t *tuner) check(r *reader) {
	slices.Sort(t.lists)
	for _, n := range t.over {
		if n.Text != "" && !slices.Contains(t.lists, n.Text) {
			help := hint(n.Text, "lists", slices.Compact(t.lists))
			if len(t.lists) == 0 {
				help = "give each learner values to choose from, such as " + n.Text + ": {log: [0.01, 10, 4]}"
			}
			r.Fail(n.At, help, "no learner has a list of %s to choose from", yamltree.Quote(n.Text))
		}
	}
}

// add counts the candidates of l.
func (t *tuner) add(r *reader, l Learner) {
	switch n := len(l.Candidates); {
	case n <= 1 || l.Variant.Of != "": // nothing to choose, or no comparison
	case t.first == nil:
		t.first = &l
	case n != len(t.first.Candidates):
		r.Fail(l.Pos, "give all grids of a tuned suite the same number of points",
			"%s has %d candidates, %s has %d: tuning is fair with equal effort only",
			yamltree.Quote(l.Label), n, yamltree.Quote(t.first.Label), len(t.first.Candidates))
	}
}
