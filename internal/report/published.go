package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
)

// A Published is the number that a paper printed for a cell, in the units of the
// cell's mean.
type Published struct {
	Mean    record.Number `json:"mean"`
	Std     record.Number `json:"std"`               // NaN where the paper has none
	Digits  int           `json:"digits"`            // decimals as printed
	Delta   record.Number `json:"delta"`             // ours − published; NaN where they cannot be compared
	Beyond  bool          `json:"beyond"`            // Delta is more than two published standard deviations
	Differs string        `json:"differs,omitempty"` // what theirs was measured on and ours was not
	Note    int           `json:"note,omitempty"`    // footnote that says so
}

// beyondStd is the number of published standard deviations within which our mean
// agrees with the published one.
const beyondStd = 2

// publish puts published numbers into the cells beside which they stand.
func (t *Table) publish(p *suite.Published, s *suite.Suite) {
	if p == nil || s == nil {
		return
	}
	t.Source = p.Source
	for i := range p.Numbers {
		n := &p.Numbers[i]
		output, metric, differs, ok := n.Place(s)
		cell, percent := (*Cell)(nil), false
		if ok {
			cell, percent = t.cellOf(n.Learner, output, n.Dataset, metric)
		}
		switch {
		case cell == nil:
			t.unplaced = append(t.unplaced, n)
		case t.changed(n.Dataset):
			if !slices.Contains(t.left, n.Dataset) {
				t.left = append(t.left, n.Dataset)
			}
		default:
			cell.publish(n, differs, percent)
		}
	}
}

func (t *Table) cellOf(label, output, dataset, metric string) (cell *Cell, percent bool) {
	r := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Label == label && r.Output == output })
	c := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Dataset == dataset && c.Metric.Name == metric })
	if r < 0 || c < 0 {
		return nil, false
	}
	return &t.Rows[r].Cells[c], t.Columns[c].Metric.Percent
}

func (c *Cell) publish(n *suite.PublishedNumber, differs string, percent bool) {
	unit := 1.0
	if percent {
		unit = 100
	}
	p := &Published{
		Mean: record.Number(n.Mean / unit), Std: record.Number(n.Std / unit),
		Digits: n.Digits, Delta: record.Number(notANumber), Differs: differs,
	}
	if differs == "" && c.Complete() {
		p.Delta = c.Mean - p.Mean
		p.Beyond = math.Abs(float64(p.Delta)) > beyondStd*float64(p.Std)
	}
	c.Published = p
}

// notePublished says where the published numbers come from and how ours agree
// with them.
func (t *Table) notePublished() {
	if t.Source == "" {
		return
	}
	if len(t.left) > 0 {
		t.note("The published numbers on %s are left out: ours were not measured on the published data.", strings.Join(t.left, ", "))
	}
	if !slices.ContainsFunc(t.Columns, func(c Column) bool { return !t.changed(c.Dataset) }) {
		return
	}
	compared, elsewhere := 0, false
	var beyond []string
	for _, row := range t.Rows {
		for c := range row.Cells {
			p := row.Cells[c].Published
			if p == nil {
				continue
			}
			elsewhere = elsewhere || p.Differs != ""
			if !finite(float64(p.Delta)) || !finite(float64(p.Std)) {
				continue
			}
			compared++
			if p.Beyond {
				beyond = append(beyond, fmt.Sprintf("%s on %s", row.Label, t.Columns[c].Dataset))
			}
		}
	}
	text := "Published: " + strings.TrimSuffix(oneLine(t.Source), ".") + "."
	if compared > 0 {
		text += fmt.Sprintf(" In parentheses: ours − published; !: more than %d published standard deviations.", beyondStd)
	}
	if elsewhere {
		text += " ≠: measured on something else."
	}
	t.note("%s", text)
	switch {
	case compared == 0:
		t.note("No published number can be compared with ours.")
	case len(beyond) == 0:
		t.note("Within %d published standard deviations: all of %d.", beyondStd, compared)
	default:
		t.note("Within %d published standard deviations: %d of %d; not: %s.", beyondStd, compared-len(beyond), compared, strings.Join(beyond, ", "))
	}
	t.noteUnplaced()
}

// noteUnplaced names the published numbers that no cell of ours stands beside.
func (t *Table) noteUnplaced() {
	var datasets []string
	learners := map[string][]string{}
	for _, n := range t.unplaced {
		if learners[n.Dataset] == nil {
			datasets = append(datasets, n.Dataset)
		}
		learners[n.Dataset] = append(learners[n.Dataset], n.Learner)
	}
	for _, dataset := range datasets {
		t.note("Published numbers without a row of ours on %s: %s.", dataset, strings.Join(learners[dataset], ", "))
	}
}

// footnotePublished gives each published number that was measured on something
// else a footnote that says on what.
func (t *Table) footnotePublished() {
	for r := range t.Rows {
		for c := range t.Rows[r].Cells {
			if p := t.Rows[r].Cells[c].Published; p != nil && p.Differs != "" {
				p.Note = t.footnoteOf("not comparable with the published number: " + oneLine(p.Differs))
			}
		}
	}
}

// publishedIn reports whether column c has a published number.
func (t *Table) publishedIn(c int) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Cells[c].Published != nil })
}

// layPublished rounds the published number of a cell as the paper did.
func layPublished(p *Published, col Column) field {
	if p == nil {
		return field{}
	}
	scale := 1.0
	if col.Metric.Percent {
		scale = 100
	}
	f := field{mean: fixed(float64(p.Mean)*scale, p.Digits), number: true, note: p.Note}
	if finite(float64(p.Std)) {
		f.std = fixed(float64(p.Std)*scale, p.Digits)
	}
	switch delta := float64(p.Delta) * scale; {
	case p.Differs != "":
		f.tail = "≠"
	case finite(delta):
		f.tail = "(" + signed(delta, max(p.Digits, col.Digits))
		if p.Beyond {
			f.tail += " !"
		}
		f.tail += ")"
	}
	return f
}
