package suite

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
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

// columns replaces each dataset by its columns, if it has any.
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

// words returns each bound of b with its unit, in the order of the fields; "" for none.
func (b Budget) words() (words []string) {
	keys, _ := keysOf(reflect.TypeOf(b))
	for _, k := range keys {
		text := ""
		if v := reflect.ValueOf(b).FieldByIndex(k.in.Index); !v.IsZero() {
			amount, _ := strconv.ParseFloat(fmt.Sprint(v), 64)
			text = strconv.FormatFloat(amount, 'f', -1, 64) + " " + k.tag("unit")
		}
		words = append(words, text)
	}
	return words
}

// budget sets the budget of the suite. If there are several, each dataset becomes one column for
// each. Within a column every learner has the same budget. The labels show the differences: "chains
// (10 passes)".
func (s *Suite) budget(budgets []Budget) {
	if len(budgets) == 1 {
		s.Budget = budgets[0]
	}
	var words [][]string
	for i := range budgets {
		words = append(words, budgets[i].words())
	}
	s.columns(func(d Dataset) (columns []Dataset) {
		for i := range budgets {
			if len(budgets) > 1 {
				column := d.differing(words, i)
				column.Budget = &budgets[i]
				columns = append(columns, column)
			}
		}
		return columns
	})
}

// BudgetOn returns the budget of every fit on one of the datasets.
func (s *Suite) BudgetOn(d *Dataset) Budget {
	if d.Budget != nil {
		return *d.Budget
	}
	return s.Budget
}
