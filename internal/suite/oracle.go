package suite

import "strings"

// exact is the oracle that learners are given where none is named.
const exact = "exact"

// An oracle is one that learners are given to train with, under the name of its columns.
type oracle struct {
	Spec
	label string
}

// oracles reads one oracle or a list of them.
func (r *reader) oracles(f field) (oracles []oracle) {
	items := []*node{f.value}
	if f.value.kind == list {
		items = r.items(f)
	}
	seen := labels{}
	for _, n := range items {
		it, ok := r.item(n, "an oracle", oracleKeys...)
		if !ok {
			continue
		}
		o := oracle{it.spec(), r.label(it)}
		if _, named := it.reserved["as"]; !named {
			for _, arg := range it.args {
				o.label += " " + arg.name + "=" + arg.value.spell()
			}
		}
		if o.Name == exact && len(it.args) > 0 {
			r.fail(it.args[0].at, "", "the exact oracle has no arguments")
		}
		seen.add(r, it.at, "oracles", o.label)
		oracles = append(oracles, o)
	}
	return oracles
}

// oracles gives each dataset its oracle, its own or the suite's, or a column for each of several: within a column
// every learner has the same. The labels say which: "grids (lbp)".
func (s *Suite) oracles(of []oracle) {
	var columns []Dataset
	for _, d := range s.Datasets {
		list := d.oracles
		if list == nil {
			list = of
		}
		if len(list) == 0 {
			columns = append(columns, d)
		}
		for i := range list {
			column := d
			if len(list) > 1 {
				column = d.called(list[i].label)
			}
			if list[i].Name != exact {
				column.Oracle = &list[i].Spec
			}
			columns = append(columns, column)
		}
	}
	s.Datasets = columns
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
