package table

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
)

// An Outcome is what our numbers say of a claim.
type Outcome string

const (
	Holds     Outcome = "holds"
	Reversed  Outcome = "reversed" // the order is the other one, or the numbers claimed to be the same are not
	Undecided Outcome = "open"
)

// A Claim is what a paper states of two numbers, and what ours say of it.
type Claim struct {
	Dataset string        `json:"dataset"`
	Text    string        `json:"text"`
	Outcome Outcome       `json:"outcome"`
	Why     string        `json:"why,omitempty"`     // why it is open: there is no test, or a row was not trained to the end
	Differs string        `json:"differs,omitempty"` // what theirs was measured on and ours, which it is tested on, was not
	Delta   record.Number `json:"delta"`             // ours of the first − ours of the second
	Low     record.Number `json:"low"`               // interval of Delta alone, at level 1−α
	High    record.Number `json:"high"`
	P       record.Number `json:"p"` // of Delta, after the correction for all comparisons of the table
}

// claim holds a claim against our numbers, also where these were measured on another split or data than the paper's: it is
// of learners, not of numbers. An order is decided by the test of the table and its
// family, all pairs of rows or, where the suite declares a control, those with it; that two numbers are the same by two
// one-sided tests. It stays open where a row was not trained to the end.
func (t *Table) claim(c *suite.Claim, s *suite.Suite, sizes map[string][]suite.Split) {
	nan := record.Number(notANumber)
	claim := Claim{Dataset: c.Dataset, Text: c.Text, Outcome: Undecided, Delta: nan, Low: nan, High: nan, P: nan}
	p, differs, why := t.pairOf(c, s, sizes)
	if claim.Why = why; p != nil {
		claim.Differs = differs
		low, high := p.Test.Interval(1 - t.Alpha)
		claim.Delta, claim.P = record.Number(p.Test.Effect), record.Number(p.Adjusted)
		claim.Low, claim.High = record.Number(low), record.Number(high)
		margin := float64(t.Margin)
		if t.Columns[p.Column].Metric.Percent {
			margin /= 100
		}
		a, b := t.unfinished(p.A, c.Dataset, s), t.unfinished(p.B, c.Dataset, s)
		if claim.Why = cmp.Or(a, b); a != "" && b != "" && a != b {
			claim.Why += ", " + b
		}
		told := !c.Same && p.Adjusted <= t.Alpha && p.Test.Effect != 0
		switch {
		case claim.Why != "":
		case c.Same && equivalent(&p.Test, margin, t.Alpha), told && (p.Test.Effect > 0) == c.Above:
			claim.Outcome = Holds
		case c.Same && (low > margin || high < -margin), told:
			claim.Outcome = Reversed
		}
	}
	t.Claims = append(t.Claims, claim)
}

// pairOf finds the test of the difference that a claim is about, the first of its numbers minus the second, and in
// what our rows differ from the paper's; else why there is none.
func (t *Table) pairOf(c *suite.Claim, s *suite.Suite, sizes map[string][]suite.Split) (p *Pair, differs, why string) {
	var rows [2]int
	column := -1
	for i, n := range []*suite.PublishedNumber{c.A, c.B} {
		decoder, metric, other, ok := n.Counterpart(s, sizes)
		rows[i] = slices.IndexFunc(t.Rows, func(r Row) bool { return r.Label == n.Learner && r.Decoder == decoder })
		column = slices.IndexFunc(t.Columns, func(col Column) bool { return col.Dataset == n.Dataset && col.Metric.Name == metric })
		switch {
		case !ok || rows[i] < 0 || column < 0:
			return nil, "", "there is no row of " + n.Learner
		case t.changed(n.Dataset):
			return nil, "", "ours were not measured on the published data"
		case n.Metric != metric:
			return nil, "", fmt.Sprintf("theirs is of %s, ours of %s", n.Metric, metric)
		case other != "":
			differs = wording.OneLine(other)
		}
	}
	for _, p := range t.pairs {
		switch {
		case p.Column != column:
		case p.A == rows[0] && p.B == rows[1]:
			return &p, differs, ""
		case p.A == rows[1] && p.B == rows[0]:
			p.Test.Effect = -p.Test.Effect
			return &p, differs, ""
		}
	}
	if t.Against != "" {
		return nil, "", "the suite tests against " + t.Against + " alone"
	}
	return nil, "", "the two were not tested"
}

// Failed names the claims that are reversed and the published numbers that ours differ
// from.
func (t *Table) Failed() (names []string) {
	for _, c := range t.Claims {
		if c.Outcome == Reversed {
			names = append(names, c.Text+" on "+c.Dataset)
		}
	}
	for _, row := range t.Rows {
		for c := range row.Cells {
			if p := row.Cells[c].Published; p != nil && p.Verdict == Differs {
				names = append(names, row.Label+" on "+t.Columns[c].Dataset)
			}
		}
	}
	return names
}
