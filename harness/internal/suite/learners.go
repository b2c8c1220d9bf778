package suite

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// maxRows bounds the learners of a suite after grid expansion, and the candidates of one learner.
const maxRows = 10_000

// maxPaired bounds the number of learners if all pairs are tested.
const maxPaired = 1000

// expandLearners expands the grids of learners, into learners or into candidates of tuning.
func expandLearners(r *reader, f *file, t *tuner) (rows []Learner) {
	seen, decoders := labels{}, makeDecoders(r, f.Decoders, f.Reveal)
	for _, it := range f.Learners {
		grid, ok := readGrid(r, it.args)
		if !ok {
			continue
		}
		l := Learner{Spec: it.Spec, Label: it.Label, grid: it.Label, Decoders: decoders}
		if it.own.Decoders != nil {
			l.Decoders, l.ownDecoders = makeDecoders(r, it.own.Decoders, f.Reveal), true
		}
		if own := it.own.Oracle; own != nil {
			l.Oracle = &own.Spec
			if it.own.As == "" {
				l.Label += " (" + labelOracles(r, []thing[labelKey]{*own})[0].Label + ")"
			}
		}
		if it.own.Features != nil {
			l.Features = &it.own.Features.Spec
		}
		if it.own.Loss != nil {
			l.TrainLoss = &it.own.Loss.Spec
		}
		l.Variant = it.own.Variant
		if grid.size() > maxRows-len(rows) {
			r.Fail(it.Pos, "", "with this grid there are more than %d learners", maxRows)
			return rows
		}
		axes := t.axes(grid)
		expanded := expandGrid(r, grid, axes, l, t)
		addExceptions(r, it.own.On, f.Suite.Datasets, it.Spec, grid, axes, expanded, t)
		for _, row := range expanded {
			seen.add(r, it.Pos, "learners", row.Label)
		}
		rows = append(rows, expanded...)
	}
	t.check(r)
	return rows
}

// expandGrid returns l once for each point of the axes, with its candidates if the suite tunes.
func expandGrid(r *reader, g grid, axes []int, l Learner, t *tuner) (rows []Learner) {
	for _, point := range g.points(axes) {
		row := l
		row.Decoders = slices.Clone(l.Decoders)
		row.Spec = point.spec(l.Spec)
		row.Label += point.suffix()
		if t.on {
			for _, candidate := range point.points(g.others(axes)) {
				row.Candidates = append(row.Candidates, candidate.spec(l.Spec))
			}
			t.add(r, row)
		}
		rows = append(rows, row)
	}
	return rows
}

// addExceptions adds the key "on" of a learner, {DATASET: {PARAMETER: VALUE}}, to the rows of its
// grid. DATASET is the label of an item in the file. An item with several sizes or oracles has
// several columns, and the exception holds for all of them.
func addExceptions(r *reader, on []field, datasets []Dataset, of Spec, g grid, axes []int,
	rows []Learner, t *tuner) {
	for _, f := range on {
		var items, columns []string
		for _, d := range datasets {
			if items = append(items, d.item); d.item == f.Name {
				columns = append(columns, d.Label)
			}
		}
		if columns == nil {
			r.Fail(f.At, hint(f.Name, "datasets", ordered.Add(nil, items...)), "no dataset is called %s",
				yamltree.Quote(f.Name))
		}
		there, ok := gridWith(r, of.Pos, g, axes, r.entries(f), t)
		if !ok {
			continue
		}
		for i, row := range expandGrid(r, there, axes, Learner{Spec: of, Label: of.Name + " on " +
			f.Name}, t) {
			row.Pos = f.At
			for _, column := range columns {
				rows[i].Exceptions = append(rows[i].Exceptions, Exception{Dataset: column, Spec: row.Spec,
					Candidates: row.Candidates})
			}
		}
	}
}

// gridWith returns the grid g with the arguments in set replaced. It records an error and returns
// false if set is not valid, needs more rows than g, or makes too many candidates.
func gridWith(r *reader, of Pos, g grid, axes []int, set []field, t *tuner) (there grid, ok bool) {
	changed, ok := readGrid(r, set)
	if !ok {
		return nil, false
	}
	there = slices.Clone(g)
	for c := range changed {
		d := &changed[c]
		name := d.field.Name
		at := slices.IndexFunc(g, func(old dimension) bool { return old.field.Name == name })
		if slices.Contains(axes, at) && g[at].size() > 1 {
			r.Fail(d.field.At, "",
				"%s cannot differ between datasets: each of its values is a learner of its own",
				yamltree.Quote(name))
			return nil, false
		}
		if !t.tunes(d) {
			if d.size() > 1 {
				r.Fail(d.field.Value.At, "give one value",
					"a list of %s would make more learners on this dataset than on others", yamltree.Quote(name))
				return nil, false
			}
			*d = d.value(0)
		}
		if at >= 0 {
			there[at] = *d
		} else {
			there = append(there, *d)
		}
	}
	if there.size() > maxRows {
		r.Fail(of, "", "with this grid there are more than %d candidates", maxRows)
		return nil, false
	}
	return there, true
}

// On returns the learner with its parameters, or candidates, on a dataset, given by its label.
func (l *Learner) On(dataset string) *Learner {
	for _, e := range l.Exceptions {
		if e.Dataset == dataset {
			there := *l
			there.Args, there.Candidates = e.Args, e.Candidates
			return &there
		}
	}
	return l
}

// ID returns the name with the arguments.
func (s *Spec) ID() string { return s.Name + string(s.Args) }

// Equals compares names and arguments; either may be nil.
func (s *Spec) Equals(other *Spec) bool {
	if s == nil || other == nil {
		return s == other
	}
	return s.ID() == other.ID()
}

// checkCompared checks which learners the others are compared with. None of them is a variant.
func checkCompared(r *reader, s *Suite, root *node) {
	var labels []string
	aside := ""
	for _, l := range s.Learners {
		if l.Variant.Of == "" {
			labels = append(labels, l.Label)
		} else {
			aside = ", variants aside,"
		}
	}
	if n := len(labels); s.Against == "" && n > maxPaired {
		r.Fail(root.Field("learners").At,
			"add against: LABEL to test all learners against one, or tune: {} to choose between candidates",
			"%d learners are too many: all pairs are tested up to %d learners", n, maxPaired)
	}
	known := func(at Pos, key, label string) {
		if !slices.Contains(labels, label) {
			r.Fail(at, hint(label, "labels of learners", labels), "%s: no learner%s has the label %s",
				key, aside, yamltree.Quote(label))
		}
	}
	check := func(of *node, key, label string) {
		if label != "" {
			known(of.Find(key).At, key, label)
		}
	}
	check(root, "against", s.Against)
	check(root, "reference", s.Reference)
	if h := s.Headroom; h != nil {
		check(root.Find("headroom"), "of", h.Of)
		check(root.Find("headroom"), "to", h.To)
	}
	addVariants(r, s, root, known)
}

// checkRope refuses a rope for several losses: it is a number in the unit of one. It also refuses a
// headroom beside a rope, and one that no test measures.
func checkRope(r *reader, s *Suite, root *node) {
	if h := s.Headroom; h != nil {
		at := root.Field("headroom").At
		switch {
		case s.Rope > 0:
			r.Fail(at, "leave out one of them", "rope and headroom are two sizes of one rope")
		case h.Of == h.To:
			r.Fail(at, "name a learner without structure, and one with it",
				"headroom needs two learners, of and to")
		case s.Against != "" && s.Against != h.Of && s.Against != h.To:
			r.Fail(at, "leave out against, or make it of or to",
				"headroom: with against, these learners are not compared with each other")
		}
	}
	for i := range s.Datasets {
		first, own := s.MetricsOn(&s.Datasets[0])[0], s.MetricsOn(&s.Datasets[i])[0]
		if s.Rope > 0 && !own.Equals(&first.Spec) {
			r.Fail(root.Find("rope").At, "leave it out, or give all datasets one loss",
				"rope is in the unit of one loss, but datasets have the losses %s and %s", first.Label,
				own.Label)
			return
		}
	}
}
