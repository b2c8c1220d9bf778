package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/table"
)

// distinctDatasets returns the columns of the first metric, one for each distinct dataset, and a
// note on the columns it leaves out. If a dataset has several sizes or rotations, it keeps the
// largest training set, the first among equals. All of them would count the same instances several
// times.
func distinctDatasets(r *Run) (columns []int, same string) {
	t := r.Table
	at := map[string]int{} // index in columns, by content
	var left []string
	for c := range t.Columns {
		label := t.Columns[c].Dataset
		if !t.Columns[c].Compared || t.Columns[c].Metric.Neutral {
			continue
		}
		data := r.content(label)
		i, known := at[data]
		if !known {
			at[data] = len(columns)
			columns = append(columns, c)
			continue
		}
		other, kept := c, t.Columns[columns[i]].Dataset
		if r.trainingSize(label) > r.trainingSize(kept) {
			other, columns[i] = columns[i], c
		}
		left = append(left, fmt.Sprintf("%s is the same data as %s",
			t.Columns[other].Dataset, t.Columns[columns[i]].Dataset))
	}
	if len(left) > 0 {
		same = " Counted once: " + strings.Join(left, "; ") + "."
	}
	return columns, same
}

// content identifies the data of a dataset, whatever its label, split and features.
func (r *Run) content(label string) string {
	if d := r.Suite.On(label); d != nil {
		return d.Name + string(d.Args)
	}
	return label
}

// trainingSize returns the number of training instances of a dataset.
func (r *Run) trainingSize(label string) int {
	at := slices.IndexFunc(r.Entries, func(e table.Entry) bool { return e.Dataset == label })
	if at < 0 {
		return 0
	}
	return r.Entries[at].Train
}
