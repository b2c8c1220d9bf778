package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// sensitivity says which differences hold under all choices that the suite names.
func sensitivity(r *Run) *Section {
	section, t := &Section{Title: "Sensitivity to choices"}, r.Table
	var missing ordered.Groups[string] // datasets by choice
	count, tested := map[string]int{}, 0
	g := grid.New("dataset", "row", "against").Numbers("Δ", "largest p")
	g.Heads = append(g.Heads, grid.Head{Bottom: "conclusion"})
	for _, c := range t.Conclusions {
		c.Pair = bestFirst(t, c.Pair)
		row, col := &t.Rows[c.A], &t.Columns[c.Column]
		count[c.Word]++
		tested += c.Tested
		for _, choice := range c.Missing {
			missing.Add(choice, col.Dataset)
		}
		largest := chart.Significant(c.Largest, 2)
		if c.Depends != nil || !finite(c.Largest) {
			largest = "" // it may be that of an opposite sign, or there is none
		}
		line := []string{col.Dataset, row.Name(), t.Rows[c.B].Name(), col.Difference(c.Test.Effect),
			largest, strings.TrimSpace(c.Word + " " + wording.And(c.Depends))}
		if len(t.Rows) > manyRows && !leads(&row.Cells[c.Column]) {
			g.More = append(g.More, grid.Row(line...))
		} else {
			g.Add(line...)
		}
	}
	for choice, datasets := range missing.All() {
		section.Text = append(section.Text,
			"Not at hand: "+choice+" on "+wording.And(datasets)+".")
	}
	if tested == 0 {
		section.Empty = cmp.Or(strings.Join(section.Text, " "),
			"The suite names no choices that are not its question, by the key sensitivity.")
		return section
	}
	var counts, choices []string
	for _, word := range table.Words {
		counts = append(counts, fmt.Sprintf("%s: %d", word, count[word]))
	}
	for _, c := range r.Suite.Choices.Settings() {
		choices = append(choices, c.String())
	}
	section.Grid = g
	section.Text = slices.Insert(section.Text, 0, fmt.Sprintf("Pairs of learners (%s) by the table, "+
		"and under each of the choices %s. Robust: significant with one sign, or level, under all. Not "+
		"contradicted: so in the table, and with the same sign under all. Depends on: another sign, "+
		"level, or significant with the opposite one. Open: not significant in the table. The largest p "+
		"belongs to robust.", strings.Join(counts, ", "), wording.And(choices)))
	return section
}
