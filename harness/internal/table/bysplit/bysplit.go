// Package bysplit compares rows on each split of a dataset. It finds failed splits of a row, and
// the share of its variance by the choice of parameters.
package bysplit

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// Add sets ByChoice, ChoiceP, Fallen and Median in the cells of t, and Choice of their effort. On
// each split a row is compared with the median of its rivals. A split may be hard for all rows.
// O(entries), and O(splits·rows²·log rows) for each column.
func Add(t *table.Table) error {
	entries := map[place][]*table.Entry{}
	for i := range t.Entries {
		e := &t.Entries[i]
		at := place{e.Label, e.Decoder, e.Dataset}
		entries[at] = append(entries[at], e)
	}
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
				compare(t, rows, c, entries)
			}
		}
	}
	return nil
}

// A place is a row on a dataset, by labels.
type place struct{ learner, decoder, dataset string }

// compare compares rivals in column c.
func compare(t *table.Table, rows []int, c int, entries map[place][]*table.Entry) {
	splits, _, first := table.BySplit(t, rows[0], c)
	if len(splits) < 3 {
		return
	}
	var means, losses [][]float64
	for _, r := range rows {
		_, own, _ := table.BySplit(t, r, c)
		means = append(means, own)
		if t.Columns[c].Metric.Higher {
			own = slices.Clone(own)
			for j := range own {
				own[j] = -own[j]
			}
		}
		losses = append(losses, own)
	}

	beside := stats.BesideOthers(losses)
	for i, fallen := range stats.Fallen(beside) {
		row := &t.Rows[rows[i]]
		cell, at := &row.Cells[c], place{row.Label, row.Decoder, t.Columns[c].Dataset}
		share, p := stats.Between(beside[i], choices(entries[at], splits, first))
		if share == share {
			cell.ByChoice, cell.ChoiceP = record.Number(share), record.Number(p)
			e := &row.Effort[slices.Index(t.Datasets, at.dataset)]
			if !(e.Choice > cell.ByChoice) {
				e.Choice = cell.ByChoice
			}
		}
		if fallen != nil {
			cell.Fallen = grid.Pick(splits, fallen)
			cell.Median = record.Number(stats.Median(means[i]))
		}
	}
}

// choices returns what a row chose on each split, of all its seeds: parameters, and the decoder
// behind best. first is as of [table.BySplit].
func choices(entries []*table.Entry, splits []int, first map[int]int) []string {
	chosen := make([]string, len(splits))
	for _, e := range entries {
		if e.Fit == nil || len(e.Fit.Trials) < 2 {
			continue
		}
		split, again := first[e.Split]
		if !again {
			split = e.Split
		}
		at := slices.Index(splits, split)
		if chosen[at] += string(e.Fit.Params); e.Decoder == suite.Best {
			chosen[at] += e.Fit.Chosen
		}
	}
	return chosen
}
