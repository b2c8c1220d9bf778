package suite

import "strings"

// exact is the oracle that learners are given where none is named.
const exact = "exact"

// oracles labels oracles by their arguments, too, where nothing else is said.
func (r *reader) oracles(things []thing[labelKey]) []thing[labelKey] {
	seen := labels{}
	for i := range things {
		t := &things[i]
		for _, arg := range t.args {
			if t.own.As == "" {
				t.Label += " " + arg.name + "=" + arg.value.spell()
			}
		}
		if t.Name == exact && len(t.args) > 0 {
			r.fail(t.args[0].at, "", "the exact oracle has no arguments")
		}
		seen.add(r, t.Pos, "oracles", t.Label)
	}
	return things
}

// oracles gives each dataset its oracle, its own or the suite's, or a column for each of several: within a column
// every learner has the same. The labels say which: "grids (lbp)".
func (s *Suite) oracles(of []thing[labelKey]) {
	s.columns(func(d Dataset) (columns []Dataset) {
		list := d.oracles
		if list == nil {
			list = of
		}
		for i := range list {
			column := d
			if len(list) > 1 {
				column = d.called(list[i].Label)
			}
			if list[i].Name != exact {
				column.Oracle = &list[i].Spec
			}
			columns = append(columns, column)
		}
		return columns
	})
}

// columns puts the columns of a dataset in its place, if there are any.
func (s *Suite) columns(of func(Dataset) []Dataset) {
	var all []Dataset
	for _, d := range s.Datasets {
		columns := of(d)
		if columns == nil {
			columns = []Dataset{d}
		}
		all = append(all, columns...)
	}
	s.Datasets = all
}

// called returns d with some words behind its labels.
func (d Dataset) called(words ...string) Dataset {
	text := " (" + strings.Join(words, ", ") + ")"
	if d.Base != "" {
		d.Base += text
	}
	d.Label += text
	return d
}
