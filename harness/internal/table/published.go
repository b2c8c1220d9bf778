package table

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A Published is a paper's number for a cell, in the unit of the cell's mean.
type Published struct {
	Mean    record.Number `json:"mean"`
	Std     record.Number `json:"std"`    // NaN: the paper has none
	Digits  int           `json:"digits"` // decimals as printed
	Delta   record.Number `json:"delta"`  // ours − published; NaN: not comparable
	Low     record.Number `json:"low"`    // interval of Delta at level 1−α
	High    record.Number `json:"high"`
	Verdict Verdict       `json:"verdict,omitempty"` // "": not comparable
	Differs string        `json:"differs,omitempty"` // how the paper's data or protocol differs from ours
	Why     string        `json:"why,omitempty"`     // why Verdict is open: our training did not finish
	Note    int           `json:"note,omitempty"`    // footnote with Differs or Why
}

// publish adds published numbers to their cells, and tests the claims about them.
func publish(t *Table, p *suite.Published) error {
	sizes := splitSizes(t.groups)
	t.Source, t.Because, t.Margin = p.Source, p.Margin.Because, record.Number(p.Margin.Size)
	for i := range p.Numbers {
		n := &p.Numbers[i]
		decoder, metric, differs, ok := n.Counterpart(t.Suite, sizes)
		r, c := -1, -1
		if ok {
			r, c = findRow(t, n.Learner, decoder), findColumn(t, n.Dataset, metric)
		}
		switch {
		case !finite(n.Mean): // not printed
		case r < 0 || c < 0:
			t.Unplaced = append(t.Unplaced, n)
		case t.Changed(n.Dataset):
			t.LeftOut = ordered.Add(t.LeftOut, n.Dataset)
		default:
			publishIn(t, r, c, n, differs)
		}
	}
	return testClaims(t, p, sizes)
}

// splitSizes returns the numbers of instances in the splits of each dataset.
func splitSizes(g *grouping) map[string][]suite.Split {
	sizes := map[string][]suite.Split{}
	for _, dataset := range g.datasets {
		seen := map[int]bool{}
		for _, e := range g.all[dataset] {
			if !seen[e.Split] {
				seen[e.Split] = true
				sizes[dataset] = append(sizes[dataset], suite.Split{
					Train: suite.Part{Count: e.Train}, Boxes: suite.Part{Count: e.Boxes},
					Partial: suite.Part{Count: e.Partial}, Test: suite.Part{Count: e.Test},
				})
			}
		}
	}
	return sizes
}

// publishIn puts n into the cell of row r and column c, with the verdict.
func publishIn(t *Table, r, c int, n *suite.PublishedNumber, differs string) {
	cell, unit, nan := &t.Rows[r].Cells[c], t.Columns[c].Metric.Scale(), record.Number(notANumber)
	p := &Published{
		Mean: record.Number(n.Mean / unit), Std: record.Number(n.Std / unit),
		Digits: n.Digits, Delta: nan, Low: nan, High: nan, Differs: differs,
	}
	if cell.Published = p; differs != "" || !cell.Complete() {
		return
	}
	rotated := len(n.Splits) > 0 && n.Splits[0].Rotate != ""
	p.compare(cell, rotated, n.SizesOnly(), float64(t.Margin)/unit, t.Alpha)
	if p.Why = unfinished(t, r, n.Dataset); p.Why != "" {
		p.Verdict = Open
	}
	col, text := t.Columns[c], t.Rows[r].Name()+" as published"
	if !col.Compared {
		text += ", " + col.Metric.Name
	}
	t.Numbers = append(t.Numbers, Claim{Dataset: n.Dataset, Text: text, Margin: t.Margin,
		Because: t.Because, Delta: p.Delta, Low: p.Low, High: p.High,
		Outcome: stats.Verdict(p.Verdict), Why: p.Why, Column: &col})
}

// HasPublished reports whether column c has a published number.
func (t *Table) HasPublished(c int) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Cells[c].Published != nil })
}
