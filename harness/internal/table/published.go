package table

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
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

// A Verdict says whether our number agrees with a published one.
type Verdict string

const (
	Agrees  Verdict = "agrees"  // the difference is shown to be within the margin
	Differs Verdict = "differs" // the difference is significant
	Open    Verdict = "open"    // neither is shown
)

// compare sets Delta, its interval and the verdict. rotated: the published splits are folds of a
// cross-validation. drawn: the published test instances are others, drawn like ours.
func (p *Published) compare(c *Cell, rotated, drawn bool, margin, alpha float64) {
	p.Delta = c.Mean - p.Mean
	test := stats.Test{Effect: float64(p.Delta), Err: p.standardError(c, rotated, drawn), DF: c.df}
	low, high := test.Interval(1 - alpha)
	p.Low, p.High = record.Number(low), record.Number(high)
	p.Verdict = Open
	switch {
	case equivalent(&test, margin, alpha):
		p.Verdict = Agrees
	case low > 0 || high < 0:
		p.Verdict = Differs
	}
}

// standardError returns the standard error of Delta.
//
// On one split, it combines our standard error over test instances with the published deviation,
// which is over fits. If the published test instances are others, drawn like ours, our variance
// counts twice.
//
// On J splits, it is √((s² + s²_published)/J). A missing s_published is taken to be ours. If the
// folds differ, it grows by the ratio of our standard error to s/√J. With the same folds, the test
// instances are the same too, and it does not grow.
func (p *Published) standardError(c *Cell, rotated, drawn bool) float64 {
	ours, theirs := float64(c.Std), float64(p.Std)
	if c.spread == OverInstances {
		if !finite(theirs) {
			theirs = 0
		}
		if drawn {
			theirs = math.Hypot(float64(c.Error), theirs)
		}
		return math.Hypot(float64(c.Error), theirs)
	}
	if !finite(theirs) {
		theirs = ours
	}
	err := math.Hypot(ours, theirs) / math.Sqrt(float64(c.N))
	if !rotated {
		err *= float64(c.Error) * math.Sqrt(float64(c.N)) / ours
	}
	return err
}

// equivalent reports whether a difference is shown to lie within the margin, by two one-sided tests
// at level alpha (Schuirmann 1987). It is false for a margin of 0.
func equivalent(t *stats.Test, margin, alpha float64) bool {
	low, high := t.Interval(1 - 2*alpha)
	return -margin < low && high < margin
}

// lengths are the parameters that set the length of training.
var lengths = []string{"passes", "iterations"}

// unfinished returns why the training of row r on a dataset did not finish; "" if it did. The
// budget or a time limit ended a fit, or a gap is above [WideGap]. The gap assumes that the paper
// trained to convergence: it does not count if the suite sets the length of training and the fit
// had it.
func unfinished(t *Table, r int, dataset string) string {
	row := &t.Rows[r]
	fits := row.Effort[slices.Index(t.Datasets, dataset)].Fits
	widest := 0.0
	ends := map[sp.End]int{}
	for i := range fits {
		ends[fits[i].Ended]++
		if gap := float64(fits[i].Gap); !fits[i].AsSet && gap > widest { // and no NaN
			widest = gap
		}
	}
	switch {
	case ends[sp.EndedByBudget] > 0:
		return "the budget cut " + row.Label + " short"
	case ends[sp.EndedByTime] > 0:
		return "the time limit cut " + row.Label + " short"
	case widest > WideGap:
		return fmt.Sprintf("%s has a gap of %s %%", row.Label, wording.Percent(widest))
	}
	return ""
}

// setsLength reports whether the suite sets the length of training of a learner on a dataset.
func setsLength(s *suite.Suite, label, dataset string) bool {
	at := slices.IndexFunc(s.Learners, func(l suite.Learner) bool { return l.Label == label })
	if at < 0 {
		return false
	}
	l := s.Learners[at].On(dataset)
	for _, spec := range append([]suite.Spec{l.Spec}, l.Candidates...) {
		values := Members(spec.Args)
		if slices.ContainsFunc(lengths, func(name string) bool {
			return len(values[name]) > 0 &&
				string(values[name]) != "0"
		}) {
			return true
		}
	}
	return false
}
