package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite"
)

// distinct returns the columns of the first metric on datasets that differ in more than how they are divided, and
// which it leaves out: of several sizes or rotations of one dataset it keeps that with the most training
// instances, the first of equals, and of several budgets the last. To count them all would be to count the same instances several times.
func distinct(r *Run) (columns []int, same string) {
	t := r.Table
	at := map[string]int{} // place in columns, by the data
	var left []string
	for c := range t.Columns {
		if t.Columns[c].Metric.Name != t.Columns[0].Metric.Name {
			continue
		}
		data := r.data(t.Columns[c].Dataset)
		i, known := at[data]
		if !known {
			at[data] = len(columns)
			columns = append(columns, c)
			continue
		}
		other := c
		if before := columns[i]; r.train(t.Columns[c].Dataset) > r.train(t.Columns[before].Dataset) || r.laterBudget(t.Columns[c].Dataset, t.Columns[before].Dataset) {
			other, columns[i] = columns[i], c
		}
		left = append(left, fmt.Sprintf("%s is the same data as %s", t.Columns[other].Dataset, t.Columns[columns[i]].Dataset))
	}
	if len(left) > 0 {
		same = " Counted once: " + strings.Join(left, "; ") + "."
	}
	return columns, same
}

// data says which data a dataset of the suite is, whatever its label, split and features.
func (r *Run) data(label string) string {
	for i := range r.Suite.Datasets {
		if d := &r.Suite.Datasets[i]; d.Label == label {
			return d.Name + string(d.Args)
		}
	}
	return label
}

// laterBudget reports whether a and b are the same division with different budgets.
func (r *Run) laterBudget(a, b string) bool {
	of := func(label string) suite.Dataset {
		i := slices.IndexFunc(r.Suite.Datasets, func(d suite.Dataset) bool { return d.Label == label })
		return r.Suite.Datasets[max(i, 0)]
	}
	x, y := of(a), of(b)
	return x.Budget != nil && y.Budget != nil && *x.Budget != *y.Budget && r.train(a) == r.train(b)
}

// train returns the number of training instances on a dataset.
func (r *Run) train(label string) int {
	for i := range r.Entries {
		if r.Entries[i].Dataset == label {
			return r.Entries[i].Train
		}
	}
	return 0
}
