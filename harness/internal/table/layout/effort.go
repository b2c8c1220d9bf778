package layout

import (
	"math"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// effortKinds are the kinds of columns with the cost of fits.
var effortKinds = []string{"cpu", "tune", "candidates", "passes", "calls", "gap", "converged",
	"choice"}

// effortHeads are their headings.
var effortHeads = [][2]string{{"CPU", "s"}, {"tune", "s"}, {"candi-", "dates"}, {"", "passes"},
	{"", "calls"}, {"gap", "%"}, {"conv.", "%"}, {"choice", "%"}}

// effortNumbers returns their numbers.
func effortNumbers(e *table.Effort) []record.Number {
	return []record.Number{e.CPUSeconds, e.TuneCPU, e.Candidates, e.Passes, e.Calls, e.Gap,
		100 * e.Converged, e.Choice}
}

// hasEffort reports whether a table has the column of a kind. Tuning and gaps have none if they are
// not known of any row. Candidates and convergence have one if something was tuned and rows differ.
func hasEffort(t *table.Table, kind string, of func(*table.Effort) record.Number) bool {
	switch kind {
	case "candidates", "converged":
		return t.AnyEffort(func(e *table.Effort) bool { return e.Candidates > 1 }) && t.UnequalEffort(of)
	case "gap", "choice":
		return t.AnyEffort(func(e *table.Effort) bool { return finite(float64(of(e))) })
	case "tune":
		return t.AnyEffort(func(e *table.Effort) bool { return e.TuneCPU > 0 })
	}
	return true
}

// effortCells returns the columns of effort, with heads. A row has the largest number over
// datasets. In some columns it also has the least. It has a dash if it lacks the number on one. If
// the first decoder of a learner failed, the row has the number of another one. Their fits are the
// same. Choices of decoders are not.
func effortCells(t *table.Table) ([]grid.Head, [][]grid.Cell) {
	cells := make([][]grid.Cell, len(t.Rows))
	var heads []grid.Head
	for i, kind := range effortKinds {
		of := func(e *table.Effort) record.Number { return effortNumbers(e)[i] }
		if !hasEffort(t, kind, of) {
			continue
		}
		heads = append(heads, grid.Head{Top: effortHeads[i][0], Bottom: effortHeads[i][1], Kind: kind,
			Number: true, Optional: true})
		least, numbers := make([]float64, len(t.Rows)), make([]float64, len(t.Rows))
		var all []float64
		for r := range t.Rows {
			for next := r; next < len(t.Rows) && t.Rows[next].Label == t.Rows[r].Label; next++ {
				least[r], numbers[r] = extent(&t.Rows[next], of, kind == "gap" || kind == "choice")
				if finite(numbers[r]) {
					all = append(all, numbers[r])
				}
				if finite(numbers[r]) || kind == "choice" {
					break
				}
			}
		}
		write := func(v float64) string { return chart.Fixed(v, wording.Decimals(all)) }
		switch kind {
		case "calls":
			write = wording.Short
		case "gap", "choice":
			write = wording.Percent
		}
		for r, number := range numbers {
			f := grid.Cell{Text: "—", Value: math.NaN()}
			if finite(number) {
				f = grid.Cell{Text: write(number), Value: number}
				if low := write(least[r]); low != f.Text && (kind == "passes" || kind == "converged") {
					f.Text = low + "–" + f.Text
				}
			}
			cells[r] = append(cells[r], f)
		}
	}
	return heads, cells
}

// extent returns the least and the largest number of a row over datasets; NaN if one is not known,
// unless gaps: datasets may lack the number.
func extent(row *table.Row, of func(*table.Effort) record.Number,
	gaps bool) (least, largest float64) {
	least, largest = math.Inf(1), math.Inf(-1)
	for _, e := range row.Effort {
		if v := float64(of(&e)); !gaps || finite(v) {
			least, largest = min(least, v), max(largest, v) // NaN, if there is one
		}
	}
	if !finite(largest) {
		return math.NaN(), math.NaN()
	}
	return least, largest
}
