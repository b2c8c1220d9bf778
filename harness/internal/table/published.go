package table

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
)

// A Published is the number that a paper printed for a cell, in the units of the
// cell's mean.
type Published struct {
	Mean    record.Number `json:"mean"`
	Std     record.Number `json:"std"`    // NaN where the paper has none
	Digits  int           `json:"digits"` // decimals as printed
	Delta   record.Number `json:"delta"`  // ours − published; NaN where they cannot be compared
	Low     record.Number `json:"low"`    // interval of Delta at level 1−α
	High    record.Number `json:"high"`
	Verdict Verdict       `json:"verdict,omitempty"` // "" where they cannot be compared
	Differs string        `json:"differs,omitempty"` // what theirs was measured on and ours was not
	Why     string        `json:"why,omitempty"`     // why Verdict is open: our row was not trained to the end
	Note    int           `json:"note,omitempty"`    // footnote with Differs or Why
}

// publish puts published numbers into the cells beside which they stand.
func (t *Table) publish(p *suite.Published, from string, s *suite.Suite) {
	if p == nil {
		return
	}
	sizes := t.groups.splitSizes()
	t.PublishedFrom = from
	t.Source, t.Margin = p.Source, record.Number(p.Margin)
	for i := range p.Numbers {
		n := &p.Numbers[i]
		decoder, metric, differs, ok := n.Counterpart(s, sizes)
		r, c := -1, -1
		if ok {
			r, c = t.cellOf(n.Learner, decoder, n.Dataset, metric)
		}
		switch {
		case r < 0 || c < 0:
			t.unplaced = append(t.unplaced, n)
		case t.changed(n.Dataset):
			t.left = ordered.Add(t.left, n.Dataset)
		default:
			t.publishIn(r, c, n, differs, s)
		}
	}
	for i := range p.Claims {
		t.claim(&p.Claims[i], s, sizes)
	}
}

// splitSizes returns the numbers of instances in the splits of each dataset, by its label.
func (g *grouping) splitSizes() map[string][]suite.Split {
	sizes := map[string][]suite.Split{}
	for _, dataset := range g.datasets {
		seen := map[int]bool{}
		for _, e := range g.of(dataset) {
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

// cellOf returns the row and the column of a cell; -1 for one that is not there.
func (t *Table) cellOf(label, decoder, dataset, metric string) (r, c int) {
	r = slices.IndexFunc(t.Rows, func(r Row) bool { return r.Label == label && r.Decoder == decoder })
	c = slices.IndexFunc(t.Columns, func(c Column) bool { return c.Dataset == dataset && c.Metric.Name == metric })
	return r, c
}

// publishIn puts n into the cell of row r and column c.
func (t *Table) publishIn(r, c int, n *suite.PublishedNumber, differs string, s *suite.Suite) {
	cell, unit, nan := &t.Rows[r].Cells[c], t.Columns[c].Metric.Scale(), record.Number(notANumber)
	p := &Published{
		Mean: record.Number(n.Mean / unit), Std: record.Number(n.Std / unit),
		Digits: n.Digits, Delta: nan, Low: nan, High: nan, Differs: differs,
	}
	if cell.Published = p; differs != "" || !cell.Complete() {
		return
	}
	rotated := len(n.Splits) > 0 && n.Splits[0].Rotate != ""
	p.judge(cell, rotated, n.SizesOnly(), float64(t.Margin)/unit, t.Alpha)
	if p.Why = t.unfinished(r, n.Dataset, s); p.Why != "" {
		p.Verdict = Open
	}
}

// noteUnplaced names the published numbers that no cell of ours stands beside, by row and metric where there are several.
func (t *Table) noteUnplaced() {
	var rows ordered.Groups[string] // by dataset
	for _, n := range t.unplaced {
		row := strings.TrimSpace(n.Learner + " " + n.Decoder)
		if n.Several {
			row += " (" + n.Metric + ")"
		}
		rows.Add(n.Dataset, row)
	}
	for dataset, names := range rows.All() {
		t.note("Published numbers without a cell of ours on %s: %s.", dataset, strings.Join(names, ", "))
	}
}

// footnotePublished gives each published number a footnote that was measured on something else, or
// whose row was not trained to the end.
func (t *Table) footnotePublished() {
	for r := range t.Rows {
		for c := range t.Rows[r].Cells {
			switch p := t.Rows[r].Cells[c].Published; {
			case p == nil:
			case p.Differs != "":
				p.Note = t.footnoteOf("not comparable with the published number: " + wording.OneLine(p.Differs))
			case p.Why != "":
				p.Note = t.footnoteOf("open: " + wording.OneLine(p.Why))
			}
		}
	}
}

// publishedIn reports whether column c has a published number.
func (t *Table) publishedIn(c int) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Cells[c].Published != nil })
}

// layPublished rounds the published number of a cell as the paper did.
func layPublished(p *Published, col Column) grid.Cell {
	if p == nil {
		return grid.Cell{Value: notANumber}
	}
	scale := col.Metric.Scale()
	f := grid.Cell{Text: chart.Fixed(float64(p.Mean)*scale, p.Digits), Value: float64(p.Mean) * scale, Number: true, Note: p.Note}
	if finite(float64(p.Std)) {
		f.Spread = chart.Fixed(float64(p.Std)*scale, p.Digits)
	}
	switch delta := float64(p.Delta) * scale; {
	case p.Differs != "":
		f.Tail = "≠"
	case finite(delta):
		digits := max(p.Digits, col.Digits)
		f.Tail = "(" + wording.Signed(delta, digits)
		if half := float64(p.High-p.Low) / 2 * scale; finite(half) {
			f.Tail += " ± " + chart.Fixed(half, digits)
		}
		f.Tail += " " + verdictMark[p.Verdict] + ")"
	}
	return f
}
