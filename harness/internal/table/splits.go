package table

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// choiceLevel is the level of the test that chosen parameters matter, see Cell.ByChoice.
const choiceLevel = 0.01

// compareSplits sets ByChoice, Fallen and Median in the cells of column c. Rows of one protocol are
// compared on each split with the median of the others: what is hard for all rows is not theirs.
func (t *Cells) compareSplits(c int) {
	col := &t.Columns[c]
	if !col.Compared || col.Metric.Neutral || col.method.division.trainingSets() < 3 {
		return
	}
	for _, p := range protocols(t.Rows, c) {
		rows := competing(t.Rows, c, p)
		if len(rows) < 2 {
			continue
		}
		var losses [][]float64
		splits := t.samples[rows[0]][c].merged(col.method.division.repeated).splits
		for _, r := range rows {
			s := t.samples[r][c].merged(col.method.division.repeated)
			if col.Metric.Higher {
				s = s.times(-1)
			}
			losses = append(losses, s.means)
		}

		beside := stats.BesideOthers(losses)
		for i, fallen := range stats.Fallen(beside) {
			cell := &t.Rows[rows[i]].Cells[c]
			share, p := stats.Between(beside[i], t.choices(rows[i], col, splits))
			if p <= choiceLevel {
				cell.ByChoice = record.Number(share)
			}
			if fallen != nil {
				cell.Fallen = grid.Pick(splits, fallen)
				cell.Median = record.Number(stats.Median(t.samples[rows[i]][c].means))
			}
		}
	}
}

// choices returns the parameters that a row chose on each split of a column: those of all seeds, in
// order.
func (t *Cells) choices(r int, col *Column, splits []int) []string {
	chosen := make([]string, len(splits))
	for _, e := range t.groups.at[place{rowName{t.Rows[r].Label, t.Rows[r].Decoder}, col.Dataset}] {
		split := e.Split
		if first, again := col.method.division.repeated[split]; again {
			split = first
		}
		if len(e.Fit.Trials) > 1 {
			chosen[slices.Index(splits, split)] += string(e.Fit.Params)
		}
	}
	return chosen
}
