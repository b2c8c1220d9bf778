package notes

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// byChoice lists the rows with half or more of the variance between splits from chosen parameters.
func byChoice(t *writer) {
	t.list("Half or more of the variance between splits goes with the chosen parameters: %s.",
		t.cellsWith(func(c *table.Cell, _ *table.Column) string {
			if c.ByChoice < 0.5 || c.ChoiceP > 0.01 {
				return ""
			}
			return wording.Percent(c.ByChoice) + " %"
		}))
}

// fallen lists the rows with failed splits, their mean and median.
func fallen(t *writer) {
	rows := t.cellsWith(func(c *table.Cell, col *table.Column) string {
		if c.Fallen == nil {
			return ""
		}
		scale, splits := col.Metric.Scale(), strings.Fields(strings.Trim(fmt.Sprint(c.Fallen), "[]"))
		noun := "split"
		if len(splits) > 1 {
			noun = "splits"
		}
		return noun + " " + wording.And(splits) + ": mean " +
			chart.Fixed(scale*float64(c.Mean), col.Digits) + ", median " +
			chart.Fixed(scale*float64(c.Median), col.Digits)
	})
	t.list("Failed splits, four robust standard deviations worse than the row's others: %s.", rows)
}

// cellsWith lists rows with the datasets and remarks of their cells.
func (t *writer) cellsWith(remark func(*table.Cell, *table.Column) string) (rows []string) {
	for _, row := range t.Rows {
		var where []string
		for c := range row.Cells {
			if text := remark(&row.Cells[c], &t.Columns[c]); text != "" {
				where = append(where, t.Columns[c].Dataset+" "+text)
			}
		}
		if where != nil {
			rows = append(rows, row.Name()+" ("+strings.Join(where, "; ")+")")
		}
	}
	return rows
}

// unseenFailures says how many failures the splits may miss. A significant difference needs this
// note.
func unseenFailures(t *writer) {
	var datasets ordered.Groups[string]
	var last string
	for _, p := range t.Pairs() {
		dataset := t.Columns[p.Column].Dataset
		if dataset == last || !(p.Adjusted <= t.Alpha) {
			continue
		}
		if last = dataset; t.Columns[p.Column].OneTraining {
			continue
		}
		l, _ := t.Layout(dataset)
		if l.Training >= 0.5 { // the number holds for training sets with little in common
			continue
		}
		datasets.Add(fmt.Sprintf("%d splits may miss failures on %.0f %% of training sets", l.Sets,
			100*stats.UnseenFailures(l.Sets)), dataset)
	}
	merged := mergeNumbers(&datasets)
	for text, names := range merged.All() {
		t.note("%s%s.", text, t.on(names))
	}
}
