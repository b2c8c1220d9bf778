package suite

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// words says how much of each of its bounds b has, in the order of the fields; "" for none.
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

// budget gives the suite its budget, or each dataset a column for each of several: within a
// column every learner has the same, so that it is compared with equal effort. The labels say in what the budgets
// differ: "chains (10 passes)".
func (s *Suite) budget(budgets []Budget) {
	if len(budgets) == 1 {
		s.Budget = budgets[0]
	}
	s.columns(func(d Dataset) (columns []Dataset) {
		for i := range budgets {
			if len(budgets) > 1 {
				columns = append(columns, d.within(&budgets[i], budgets))
			}
		}
		return columns
	})
}

// within returns the column of d with one of the budgets.
func (d Dataset) within(b *Budget, budgets []Budget) Dataset {
	var words []string
	for i, text := range b.words() {
		if text != "" && slices.ContainsFunc(budgets, func(other Budget) bool { return other.words()[i] != text }) {
			words = append(words, text)
		}
	}
	d = d.called(words...)
	d.Budget = b
	return d
}

// BudgetOn returns the budget of every fit on one of the datasets.
func (s *Suite) BudgetOn(d *Dataset) Budget {
	if d.Budget != nil {
		return *d.Budget
	}
	return s.Budget
}
