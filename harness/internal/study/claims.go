package study

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
	"github.com/spbench/spbench/harness/internal/wording"
)

// claims compares our numbers with the claims and numbers of a paper.
func claims(r *Run) *Section {
	if r.Table.Source == "" {
		return &Section{Title: "Claims and numbers of a paper",
			Empty: "The folder of the suite has no published.yaml with numbers and claims of a paper."}
	}
	return Claims(r.Table)
}

// Claims compares our numbers with the claims and numbers of papers, for the tables of one suite or
// more. Each table has a Source.
func Claims(tables ...*table.Table) *Section {
	g := grid.New("suite", "dataset", "claim").Numbers("margin", "Δ", percent(1-tables[0].Alpha)+" of Δ")
	g.Heads = append(g.Heads, grid.Head{Bottom: "outcome"}, grid.Head{Bottom: "why"})
	text := []string{"", "Δ of a claim is our mean of the first row minus our mean of the second; of " +
		"efforts it is their ratio. The intervals of all claims of a suite hold together. Holm's " +
		"steps decide, so that of a decided claim may contain 0. An order is level if it is shown " +
		"to be within ± margin: level contradicts it. Δ of a number is ours minus " +
		"the published one, with an interval of its own. It agrees if its " +
		percent(1-2*tables[0].Alpha) + " interval lies within ± margin."}
	var margins ordered.Groups[string]
	var all []table.Claim
	for _, t := range tables {
		all = append(all, t.Claims...)
		text = append(text, t.Suite.Name+": "+t.Source, notes.ClaimsElsewhere(t))
		for _, c := range slices.Concat(t.Claims, t.Numbers) {
			line := claimRow(&c)
			if g.Add(append([]string{t.Suite.Name}, line...)...); c.Because != "" {
				margins.Add(c.Because, line[2])
			}
		}
	}
	for because, sizes := range margins.All() {
		text = append(text, "Margin "+strings.Join(sizes, ", ")+": "+because+".")
	}
	if all != nil {
		text[0] = wording.Count(len(all), "claim") + ": " + notes.Outcomes(all)
	}
	section := &Section{Name: "claims", Title: "Claims and numbers of papers compared with ours", Grid: g,
		Text: slices.DeleteFunc(text, func(s string) bool { return s == "" })}
	if len(g.Rows) == 0 {
		section.Empty = "No claim or number of " + tables[0].Source + " is about a row of this run."
	}
	return section
}

// claimRow returns the row of a claim from the dataset on.
func claimRow(c *table.Claim) []string {
	line := []string{c.Dataset, c.Text, "", "", "", string(c.Outcome), c.Why}
	write := func(v float64) string { return "×" + chart.Significant(v, 3) }
	margin := float64(c.Margin)
	switch {
	case margin == 0:
	case c.Effort:
		line[2] = percent(margin)
	default:
		line[2] = chart.Significant(margin, 3)
	}
	if c.Column != nil && c.Delta == c.Delta {
		if !c.Effort {
			write = c.Column.Difference
		}
		line[3] = write(float64(c.Delta))
		line[4] = wording.Interval(float64(c.Low), float64(c.High), write)
	}
	return line
}
