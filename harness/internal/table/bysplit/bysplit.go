// Package bysplit compares rows on each split of a dataset. It finds failed splits of a row, and
// the share of its variance by the choice of parameters.
package bysplit

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// choiceLevel is the level of the test for an effect of chosen parameters.
const choiceLevel = 0.01

// Add sets ByChoice, Fallen and Median in the cells of t. On each split a row is compared with the
// median of its rivals. A split may be hard for all rows.
func Add(t *table.Table) error {
	for c := range t.Columns {
		if col := &t.Columns[c]; !col.Compared || col.Metric.Neutral {
			continue
		}
		done := map[int]bool{}
		for r := range t.Rows {
			rows := []int{r}
			for other := r + 1; other < len(t.Rows) && !done[r]; other++ {
				if t.Comparable(r, other, c) {
					rows = append(rows, other)
				}
			}
			for _, r := range rows {
				done[r] = true
			}
			if len(rows) > 1 {
				compare(t, rows, c)
			}
		}
	}
	return nil
}

// compare compares rivals in column c.
func compare(t *table.Table, rows []int, c int) {
	splits, _, first := table.BySplit(t, rows[0], c)
	if len(splits) < 3 {
		return
	}
	var losses [][]float64
	for _, r := range rows {
		_, means, _ := table.BySplit(t, r, c)
		if t.Columns[c].Metric.Higher {
			means = slices.Clone(means)
			for j := range means {
				means[j] = -means[j]
			}
		}
		losses = append(losses, means)
	}

	beside := stats.BesideOthers(losses)
	for i, fallen := range stats.Fallen(beside) {
		cell := &t.Rows[rows[i]].Cells[c]
		share, p := stats.Between(beside[i], choices(t, rows[i], c, splits, first))
		if p <= choiceLevel {
			cell.ByChoice = record.Number(share)
		}
		if fallen != nil {
			_, means, _ := table.BySplit(t, rows[i], c)
			cell.Fallen = grid.Pick(splits, fallen)
			cell.Median = record.Number(stats.Median(means))
		}
	}
}

// choices returns the chosen parameters of a row on each split of a column, of all its seeds.
func choices(t *table.Table, r, c int, splits []int, first map[int]int) []string {
	chosen, row := make([]string, len(splits)), &t.Rows[r]
	for _, e := range t.Entries {
		if e.Label != row.Label || e.Decoder != row.Decoder || e.Dataset != t.Columns[c].Dataset ||
			e.Fit == nil || len(e.Fit.Trials) < 2 {
			continue
		}
		split, again := first[e.Split]
		if !again {
			split = e.Split
		}
		chosen[slices.Index(splits, split)] += string(e.Fit.Params)
	}
	return chosen
}
