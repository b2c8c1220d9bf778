package suite

import (
	"cmp"
	"slices"
	"strings"
)

// exact is the default oracle.
const exact = "exact"

// labelOracles adds arguments to the labels of oracles without the key as.
func labelOracles(r *reader, things []thing[labelKey]) []thing[labelKey] {
	seen := labels{}
	for i := range things {
		t := &things[i]
		for _, arg := range t.args {
			if t.own.As == "" {
				t.Label += " " + arg.Name + "=" + arg.Value.Spell()
			}
		}
		if t.Name == exact && len(t.args) > 0 {
			r.Fail(t.args[0].At, "", "the exact oracle has no arguments")
		}
		seen.add(r, t.Pos, "oracles", t.Label)
	}
	return things
}

// oracles sets the oracle of each dataset, its own or the suite's. If there are several, each
// dataset becomes one column for each: "grids (lbp)". Within a column every learner has the same
// oracle.
func (s *Suite) oracles(of []thing[labelKey]) {
	var all []Dataset
	for _, d := range s.Datasets {
		list := d.oracles
		if list == nil {
			list = of
		}
		if len(list) == 0 {
			all = append(all, d)
		}
		for i := range list {
			column := d
			if len(list) > 1 {
				column = d.called(list[i].Label)
			}
			if list[i].Name != exact {
				column.Oracle = &list[i].Spec
			}
			all = append(all, column)
		}
	}
	s.Datasets = all
}

// OracleOf returns the oracle that l trains with on d; nil: the exact one.
func OracleOf(l *Learner, d *Dataset) *Spec {
	switch {
	case l.Oracle == nil:
		return d.Oracle
	case l.Oracle.Name == exact:
		return nil
	}
	return l.Oracle
}

// TrainLossOf returns the loss that l learns for on d.
func (s *Suite) TrainLossOf(l *Learner, d *Dataset) *Spec {
	return cmp.Or(l.TrainLoss, d.TrainLoss, &s.TrainLoss)
}

// called returns d with words added to its labels.
func (d Dataset) called(words ...string) Dataset {
	text := " (" + strings.Join(words, ", ") + ")"
	if d.Base != "" {
		d.Base += text
	}
	d.Label += text
	return d
}

// differing returns d with the words of column i in its labels, without common ones. "" is no word.
func (d Dataset) differing(columns [][]string, i int) Dataset {
	var words []string
	for at, word := range columns[i] {
		differs := func(other []string) bool { return other[at] != word }
		if word != "" && slices.ContainsFunc(columns, differs) {
			words = append(words, word)
		}
	}
	return d.called(words...)
}
