package table

import (
	"cmp"
	"fmt"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
)

// An Outcome is the result of testing a claim on our numbers.
type Outcome string

const (
	Holds     Outcome = "holds"
	Reversed  Outcome = "reversed" // the order is the opposite, or numbers that should be the same differ
	Undecided Outcome = "open"
)

// A Claim is a paper's statement about two numbers, with its outcome on ours.
type Claim struct {
	Dataset string        `json:"dataset"`
	Text    string        `json:"text"`
	Outcome Outcome       `json:"outcome"`
	Why     string        `json:"why,omitempty"`     // why it is open: there is no test, or training did not finish
	Differs string        `json:"differs,omitempty"` // how our data or protocol differs from the paper's
	Delta   record.Number `json:"delta"`             // ours of the first − ours of the second
	Low     record.Number `json:"low"`               // uncorrected interval of Delta, at level 1−α
	High    record.Number `json:"high"`
	P       record.Number `json:"p"` // of Delta, corrected for all comparisons of the table
}

// testClaim tests a claim on our numbers, even if they were measured on another split or on other
// data: a claim is about learners, not about numbers. The table's test with its correction decides
// an order. Two one-sided tests decide that two numbers are the same. A claim stays open if the
// training of a row did not finish.
func testClaim(t *Table, c *suite.Claim, sizes map[string][]suite.Split) Claim {
	nan := record.Number(notANumber)
	claim := Claim{Dataset: c.Dataset, Text: c.Text, Outcome: Undecided, Delta: nan, Low: nan,
		High: nan, P: nan}
	p, differs, why := findPair(t, c, sizes)
	if claim.Why = why; p == nil {
		return claim
	}
	claim.Differs = differs
	low, high := p.Test.Interval(1 - t.Alpha)
	claim.Delta, claim.P = record.Number(p.Test.Effect), record.Number(p.Adjusted)
	claim.Low, claim.High = record.Number(low), record.Number(high)
	margin := float64(t.Margin)
	if t.Columns[p.Column].Metric.Percent {
		margin /= 100
	}
	a, b := unfinished(t, p.A, c.Dataset), unfinished(t, p.B, c.Dataset)
	if claim.Why = cmp.Or(a, b); a != "" && b != "" && a != b {
		claim.Why += ", " + b
	}
	significant := !c.Same && p.Adjusted <= t.Alpha && p.Test.Effect != 0
	switch {
	case claim.Why != "":
	case c.Same && equivalent(&p.Test, margin, t.Alpha), significant &&
		(p.Test.Effect > 0) == c.Above:
		claim.Outcome = Holds
	case c.Same && (low > margin || high < -margin), significant:
		claim.Outcome = Reversed
	}
	return claim
}

// findPair returns the test of the difference in a claim, its first number minus its second, and
// how our rows differ from the paper's. If there is no test, p is nil and why is the reason.
func findPair(t *Table, c *suite.Claim, sizes map[string][]suite.Split) (p *Pair, differs,
	why string) {
	var rows [2]int
	column := -1
	for i, n := range []*suite.PublishedNumber{c.A, c.B} {
		decoder, metric, other, ok := n.Counterpart(t.Suite, sizes)
		rows[i], column = findRow(t, n.Learner, decoder), findColumn(t, n.Dataset, metric)
		switch {
		case !ok || rows[i] < 0 || column < 0:
			return nil, "", "there is no row of " + n.Learner
		case t.Changed(n.Dataset):
			return nil, "", "our data differ from the published data"
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
			p = p.Reverse()
			return &p, differs, ""
		}
	}
	if t.Against != "" {
		return nil, "", "the suite tests against " + t.Against + " alone"
	}
	return nil, "", "the two were not tested"
}

// Failed names the reversed claims, and our numbers that differ from published ones.
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
