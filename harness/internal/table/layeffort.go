package table

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/wording"
)

// An effortColumn is one number of what the fits of a row took.
type effortColumn struct {
	head  grid.Head
	of    func(e *Effort) record.Number
	write func(all []float64) func(v float64) string // all are the numbers of the column
	gaps  bool                                       // a dataset may lack the number
}

// effortColumns returns those of the table. What nothing is known of, as of the trials
// where nothing was tuned, has none.
func (t *Table) effortColumns() []effortColumn {
	exactly := func(write func(v float64) string) func([]float64) func(v float64) string {
		return func([]float64) func(v float64) string { return write }
	}
	rounded := func(all []float64) func(v float64) string {
		return func(v float64) string { return chart.Fixed(v, wording.Decimals(all)) }
	}
	columns := []effortColumn{
		{head: grid.Head{Top: "CPU", Bottom: "s", Kind: "cpu"}, of: func(e *Effort) record.Number { return e.CPUSeconds }, write: rounded},
		{head: grid.Head{Top: "tune", Bottom: "s", Kind: "tune"}, of: func(e *Effort) record.Number { return e.TuneCPU }, write: rounded},
		{head: grid.Head{Bottom: "passes", Kind: "passes"}, of: func(e *Effort) record.Number { return e.Passes }, write: rounded},
		{head: grid.Head{Bottom: "calls", Kind: "calls"}, of: func(e *Effort) record.Number { return e.Calls }, write: exactly(wording.Short)},
		{head: grid.Head{Top: "gap", Bottom: "%", Kind: "gap"}, of: func(e *Effort) record.Number { return e.Gap }, write: exactly(wording.Percent), gaps: true},
	}
	return slices.DeleteFunc(columns, func(c effortColumn) bool {
		switch c.head.Kind {
		case "tune":
			return !t.anyEffort(func(e *Effort) bool { return e.TuneCPU > 0 })
		case "gap":
			return !t.hasGap()
		}
		return false
	})
}

// layEffort returns, with their heads, the numbers of what each row took: of several datasets
// the largest, as a sum over them is the effort of nothing. A row that lacks a number on one of them has a
// dash. Where the first decoder of a learner failed, another one of the same fits speaks for it.
func (t *Table) layEffort() ([]grid.Head, [][]grid.Cell) {
	fields := make([][]grid.Cell, len(t.Rows))
	var heads []grid.Head
	for _, c := range t.effortColumns() {
		c.head.Number = true
		heads = append(heads, c.head)
		totals := make([]float64, len(t.Rows))
		var all []float64
		for r := range t.Rows {
			totals[r] = c.total(&t.Rows[r])
			for next := r + 1; !finite(totals[r]) && next < len(t.Rows) && t.Rows[next].Label == t.Rows[r].Label; next++ {
				totals[r] = c.total(&t.Rows[next])
			}
			if finite(totals[r]) {
				all = append(all, totals[r])
			}
		}
		write := c.write(all)
		for r, total := range totals {
			f := grid.Cell{Text: "—", Value: notANumber}
			if finite(total) {
				f = grid.Cell{Text: write(total), Value: total}
			}
			fields[r] = append(fields[r], f)
		}
	}
	return heads, fields
}

// total returns the number of a row on all datasets.
func (c *effortColumn) total(row *Row) float64 {
	total, known := 0.0, false
	for d := range row.Effort {
		v := float64(c.of(&row.Effort[d]))
		if c.gaps && !finite(v) {
			continue
		}
		total, known = max(total, v), true // NaN, if there is one
	}
	if !known {
		return notANumber
	}
	return total
}

// anyEffort reports whether a learner has such an effort on some dataset.
func (t *Table) anyEffort(such func(*Effort) bool) bool {
	return slices.ContainsFunc(t.Rows, func(row Row) bool {
		for d := range row.Effort {
			if such(&row.Effort[d]) {
				return true
			}
		}
		return false
	})
}

// hasGap reports whether any fit has a gap.
func (t *Table) hasGap() bool {
	return t.anyEffort(func(e *Effort) bool { return finite(float64(e.Gap)) })
}
