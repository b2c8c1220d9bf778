package claims

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// publish puts n into the cell of row r and column c, with the verdict.
func publish(t *table.Table, r, c int, n *suite.PublishedNumber, differs string) {
	cell, col, nan := &t.Rows[r].Cells[c], t.Columns[c], record.Number(math.NaN())
	unit := col.Metric.Scale()
	p := &table.Published{
		Mean: record.Number(n.Mean / unit), Std: record.Number(n.Std / unit),
		Digits: n.Digits, Delta: nan, Low: nan, High: nan, Differs: differs,
	}
	if cell.Published = p; differs != "" || !cell.Complete() {
		return
	}
	mean, _ := t.Mean(r, c)
	p.Delta = cell.Mean - p.Mean
	test := stats.Test{Effect: float64(p.Delta), Err: standardError(cell, &col, n), DF: mean.DF}
	low, high := test.Interval(1 - t.Alpha)
	p.Low, p.High, p.Verdict = record.Number(low), record.Number(high), stats.Open
	switch p.Why = unfinished(t, r, n.Dataset); {
	case p.Why != "":
	case equivalent(&test, float64(t.Margin)/unit, t.Alpha):
		p.Verdict = stats.Agrees
	case low > 0 || high < 0:
		p.Verdict = stats.Differs
	}

	text := t.Rows[r].Name() + " as published"
	if !col.Compared {
		text += ", " + col.Metric.Name
	}
	t.Numbers = append(t.Numbers, table.Claim{Dataset: n.Dataset, Text: text, Margin: t.Margin,
		Because: t.Because, Delta: p.Delta, Low: p.Low, High: p.High, Outcome: p.Verdict, Why: p.Why,
		Column: &col})
}

// standardError returns the standard error of ours minus theirs, for a number in cell c.
//
// On one split, it combines our standard error over test instances with the published deviation,
// which is over fits. If the published test instances are others, drawn like ours, our variance
// counts twice.
//
// On J splits, it is √((s² + s²_published)/J). A missing s_published is taken to be ours. If the
// folds differ, it grows by the ratio of our standard error to s/√J. With the same folds of a
// rotation, the test instances are the same too, and it does not grow.
func standardError(c *table.Cell, col *table.Column, n *suite.PublishedNumber) float64 {
	ours, theirs := float64(c.Std), n.Std/col.Metric.Scale()
	if col.Spread == table.OverInstances {
		if !finite(theirs) {
			theirs = 0
		}
		if n.SizesOnly() {
			theirs = math.Hypot(float64(c.Error), theirs)
		}
		return math.Hypot(float64(c.Error), theirs)
	}
	if !finite(theirs) {
		theirs = ours
	}
	err := math.Hypot(ours, theirs) / math.Sqrt(float64(c.N))
	if rotated := len(n.Splits) > 0 && n.Splits[0].Rotate != ""; !rotated {
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

// unfinished returns why the training of row r on a dataset did not finish; "" if it did. The
// budget or a time limit ended a fit, or a gap is above [table.WideGap]. The gap assumes that the
// paper trained to convergence: it does not count if the suite sets the length of training and the
// fit had it.
func unfinished(t *table.Table, r int, dataset string) string {
	row := &t.Rows[r]
	widest := 0.0
	ends := map[sp.End]bool{}
	for _, f := range row.Effort[slices.Index(t.Datasets, dataset)].Fits {
		ends[f.Ended] = true
		if gap := float64(f.Gap); !f.AsSet && gap > widest { // and no NaN
			widest = gap
		}
	}
	switch {
	case ends[sp.EndedByBudget]:
		return "the budget cut " + row.Label + " short"
	case ends[sp.EndedByTime]:
		return "the time limit cut " + row.Label + " short"
	case widest > table.WideGap:
		return fmt.Sprintf("%s has a gap of %s %%", row.Label, wording.Percent(widest))
	}
	return ""
}
