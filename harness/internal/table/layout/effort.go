package layout

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// An effortColumn is one number of the cost of a row's fits.
type effortColumn struct {
	head  grid.Head
	of    func(e *table.Effort) record.Number
	write func(v float64) string // nil: with as many decimals as the numbers of the column need
	gaps  bool                   // datasets may lack the number
	span  bool                   // a row also has its least number
}

// effortColumns returns the columns of effort of a table. Tuning and gaps have none if they are not
// known of any row. Candidates and convergence have one if something was tuned and rows differ.
func effortColumns(t *table.Table) []effortColumn {
	columns := []effortColumn{
		{head: grid.Head{Top: "CPU", Bottom: "s", Kind: "cpu"},
			of: func(e *table.Effort) record.Number { return e.CPUSeconds }},
		{head: grid.Head{Top: "tune", Bottom: "s", Kind: "tune"},
			of: func(e *table.Effort) record.Number { return e.TuneCPU }},
		{head: grid.Head{Top: "candi-", Bottom: "dates", Kind: "candidates"},
			of: func(e *table.Effort) record.Number { return e.Candidates }},
		{head: grid.Head{Bottom: "passes", Kind: "passes"}, span: true,
			of: func(e *table.Effort) record.Number { return e.Passes }},
		{head: grid.Head{Bottom: "calls", Kind: "calls"},
			of: func(e *table.Effort) record.Number { return e.Calls }, write: wording.Short},
		{head: grid.Head{Top: "gap", Bottom: "%", Kind: "gap"},
			of:    func(e *table.Effort) record.Number { return e.Gap },
			write: wording.Percent[float64], gaps: true},
		{head: grid.Head{Top: "conv.", Bottom: "%", Kind: "converged"}, span: true,
			of: func(e *table.Effort) record.Number { return 100 * e.Converged }},
	}
	tuned := t.AnyEffort(func(e *table.Effort) bool { return e.Candidates > 1 })
	return slices.DeleteFunc(columns, func(c effortColumn) bool {
		switch c.head.Kind {
		case "candidates", "converged":
			return !tuned || !t.UnequalEffort(c.of)
		case "tune":
			return !t.AnyEffort(func(e *table.Effort) bool { return e.TuneCPU > 0 })
		case "gap":
			return !t.HasGap()
		}
		return false
	})
}

// effortCells returns the columns of effort, with heads. A row has the largest number over
// datasets. In some columns it also has the least. It has a dash if it lacks the number on one. If
// the first decoder of a learner failed, the row has the number of another one. Their fits are the
// same.
func effortCells(t *table.Table) ([]grid.Head, [][]grid.Cell) {
	cells := make([][]grid.Cell, len(t.Rows))
	var heads []grid.Head
	for _, c := range effortColumns(t) {
		c.head.Number, c.head.Optional = true, true
		heads = append(heads, c.head)
		least, numbers := make([]float64, len(t.Rows)), make([]float64, len(t.Rows))
		var all []float64
		for r := range t.Rows {
			least[r], numbers[r] = c.extent(&t.Rows[r])
			for next := r + 1; !finite(numbers[r]) && next < len(t.Rows) &&
				t.Rows[next].Label == t.Rows[r].Label; next++ {
				least[r], numbers[r] = c.extent(&t.Rows[next])
			}
			if finite(numbers[r]) {
				all = append(all, numbers[r])
			}
		}
		write := c.write
		if write == nil {
			write = func(v float64) string { return chart.Fixed(v, wording.Decimals(all)) }
		}
		for r, number := range numbers {
			f := grid.Cell{Text: "—", Value: math.NaN()}
			if finite(number) {
				f = grid.Cell{Text: write(number), Value: number}
				if low := write(least[r]); c.span && low != f.Text {
					f.Text = low + "–" + f.Text
				}
			}
			cells[r] = append(cells[r], f)
		}
	}
	return heads, cells
}

// extent returns the least and the largest number of a row over datasets; NaN if one is not known.
func (c *effortColumn) extent(row *table.Row) (least, largest float64) {
	least, largest = math.Inf(1), math.Inf(-1)
	for _, e := range row.Effort {
		if v := float64(c.of(&e)); !c.gaps || finite(v) {
			least, largest = min(least, v), max(largest, v) // NaN, if there is one
		}
	}
	if !finite(largest) {
		return math.NaN(), math.NaN()
	}
	return least, largest
}
