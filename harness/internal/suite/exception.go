package suite

import "slices"

// on is the key of the parameters that a learner has on one dataset.
const on = "on"

// excepted puts on: {DATASET: {PARAMETER: VALUE}} of a learner into rows, those of its grid. The
// datasets are those of the file, by their labels; columns that differ in size or budget are one.
func (r *reader) excepted(on []field, datasets []Dataset, of Spec, g grid, axes []int, rows []Learner, t *tuner) {
	for _, f := range on {
		var items, columns []string
		for _, d := range datasets {
			if items = append(items, d.item); d.item == f.name {
				columns = append(columns, d.Label)
			}
		}
		if columns == nil {
			r.fail(f.at, hint(f.name, "datasets", distinct(items)), "no dataset is called %s", quote(f.name))
		}
		there, ok := r.there(of.Pos, g, axes, r.entries(f), t)
		if !ok {
			continue
		}
		for i, row := range r.rows(there, axes, Learner{Spec: of, Label: of.Name + " on " + f.name}, t) {
			row.Pos = f.at
			for _, column := range columns {
				rows[i].Exceptions = append(rows[i].Exceptions, Exception{Dataset: column, Spec: row.Spec, Candidates: row.Candidates})
			}
		}
	}
}

// there returns the grid g with some of its arguments set anew.
func (r *reader) there(of Pos, g grid, axes []int, set []field, t *tuner) (there grid, ok bool) {
	changed, ok := r.dimensions(set)
	if !ok {
		return nil, false
	}
	there = slices.Clone(g)
	for c := range changed {
		d := &changed[c]
		name := d.field.name
		at := slices.IndexFunc(g, func(old dimension) bool { return old.field.name == name })
		if slices.Contains(axes, at) && g[at].size() > 1 {
			r.fail(d.field.at, "", "%s cannot differ between datasets: each of its values is a learner of its own", quote(name))
			return nil, false
		}
		if !t.tunes(d) {
			if d.size() > 1 {
				r.fail(d.field.value.at, "give one value", "a list of %s would make more learners on this dataset than on others", quote(name))
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
		r.fail(of, "", "with this grid there are more than %d candidates", maxRows)
		return nil, false
	}
	return there, true
}

// On returns the learner with the parameters, or candidates, that it has on a dataset, by its label.
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
