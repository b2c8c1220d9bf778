package study

import (
	"fmt"
	"strings"
)

// distinct returns the columns of the first metric on datasets that differ in more than how they are divided, and
// which it leaves out: of several sizes or rotations of one dataset it keeps that with the most training
// instances, the first of equals. To count them all would be to count the same instances several times.
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
		if r.train(t.Columns[c].Dataset) > r.train(t.Columns[columns[i]].Dataset) {
			other, columns[i] = columns[i], c
		}
		left = append(left, fmt.Sprintf("%s is another division of %s", t.Columns[other].Dataset, t.Columns[columns[i]].Dataset))
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

// train returns the number of training instances on a dataset.
func (r *Run) train(label string) int {
	for i := range r.Entries {
		if r.Entries[i].Dataset == label {
			return r.Entries[i].Train
		}
	}
	return 0
}
