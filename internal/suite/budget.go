package suite

import (
	"slices"
	"strconv"
)

// A bound is one of those that a [Budget] can have.
type bound struct {
	key, unit string
	count     func(*Budget) *int64   // nil: it is an amount
	amount    func(*Budget) *float64 // nil: it is a count
	time      bool                   // an amount of seconds
}

var bounds = []bound{
	{key: "passes", unit: "passes", amount: func(b *Budget) *float64 { return &b.Passes }},
	{key: "visits", unit: "visits", count: func(b *Budget) *int64 { return &b.Visits }},
	{key: "sweeps", unit: "sweeps", count: func(b *Budget) *int64 { return &b.Sweeps }},
	{key: "calls", unit: "calls", count: func(b *Budget) *int64 { return &b.Calls }},
	{key: "map", unit: "MAP calls", count: func(b *Budget) *int64 { return &b.MAP }},
	{key: "marginals", unit: "marginal calls", count: func(b *Budget) *int64 { return &b.Marginals }},
	{key: "clamped", unit: "clamped calls", count: func(b *Budget) *int64 { return &b.Clamped }},
	{key: "conditional", unit: "conditional calls", count: func(b *Budget) *int64 { return &b.Conditional }},
	{key: "cpu_seconds", unit: "CPU s", time: true, amount: func(b *Budget) *float64 { return &b.CPUSeconds }},
	{key: "seconds", unit: "s", time: true, amount: func(b *Budget) *float64 { return &b.Seconds }},
}

func boundKeys() (keys []string) {
	for _, b := range bounds {
		keys = append(keys, b.key)
	}
	return keys
}

// words says how much of the bound b has; "" for none.
func (of *bound) words(b Budget) string {
	v := 0.0
	if of.count != nil {
		v = float64(*of.count(&b))
	} else {
		v = *of.amount(&b)
	}
	if v == 0 {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64) + " " + of.unit
}

// budgets reads one budget or a list of them.
func (r *reader) budgets(n *node) (budgets []Budget) {
	if n.kind != list {
		return []Budget{r.budget(n)}
	}
	if len(n.items) == 0 {
		r.fail(n.at, "leave budget out for none", "the list of budgets is empty")
	}
	for _, item := range n.items {
		b := r.budget(item)
		if b != (Budget{}) && slices.Contains(budgets, b) {
			r.fail(item.at, "", "this budget is here twice")
		}
		budgets = append(budgets, b)
	}
	return budgets
}

func (r *reader) budget(n *node) (b Budget) {
	for _, f := range r.fields(n, "budget", boundKeys()) {
		for _, bound := range bounds {
			switch {
			case bound.key != f.name:
			case bound.count != nil:
				*bound.count(&b) = r.count(f)
			case bound.time:
				*bound.amount(&b) = r.seconds(f)
			default:
				*bound.amount(&b) = r.positive(f)
			}
		}
	}
	if n.kind == mapping && len(n.fields) == 0 {
		r.fail(n.at, "give passes, visits, sweeps, calls, cpu_seconds or seconds, or leave budget out", "the budget is empty")
	}
	return b
}

// budget gives the suite its budget, or each dataset a column for each of several: within a
// column every learner has the same, so that it is compared with equal effort. The labels say in what the budgets
// differ: "chains (10 passes)".
func (s *Suite) budget(budgets []Budget) {
	if len(budgets) == 1 {
		s.Budget = budgets[0]
	}
	if len(budgets) < 2 {
		return
	}
	var columns []Dataset
	for _, d := range s.Datasets {
		for i := range budgets {
			columns = append(columns, d.within(&budgets[i], budgets))
		}
	}
	s.Datasets = columns
}

// within returns the column of d with one of the budgets.
func (d Dataset) within(b *Budget, budgets []Budget) Dataset {
	var words []string
	for i := range bounds {
		of := &bounds[i]
		text := of.words(*b)
		if text != "" && slices.ContainsFunc(budgets, func(other Budget) bool { return of.words(other) != text }) {
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
