package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// add adds the difference of two rows in a column, unless neither build has a number.
func (c *Comparison) add(t *table.Table, r, before, column int, differs []string) error {
	col, is, was := &t.Columns[column], &t.Rows[r].Cells[column], &t.Rows[before].Cells[column]
	if was.Good+is.Good == 0 {
		return nil
	}
	nan := record.Number(math.NaN())
	d := Difference{
		Dataset: col.Dataset, Learner: t.Rows[r].Label, Decoder: t.Rows[r].Decoder,
		Metric: col.Metric.Name, Higher: col.Metric.Higher, Fits: is.Planned,
		Before: was.Mean, After: is.Mean, Effect: is.Mean - was.Mean, Low: nan, High: nan, P: nan,
		Floor: nan, Adjusted: nan, BeyondP: nan,
		Verdict: IsUntested, Differs: differs, Threshold: col.Metric.Threshold, column: col,
	}
	var err error
	switch {
	case failsNow(was.Values, is.Values):
		d.Verdict, d.Effect, d.Reason = HasFailed, nan, lacking(is)
	case !was.Complete():
		d.Effect, d.Reason = nan, "before: "+lacking(was)
	case !is.Complete():
		d.Effect, d.Reason = nan, lacking(is)
	case unchanged(t.Instances(before, column), t.Instances(r, column), was.Values, is.Values):
		d.Verdict = IsEqual // without a test, so it does not count in the correction
	default:
		err = c.testDifference(t, &d, r, before, column)
	}
	c.Differences = append(c.Differences, d)
	return err
}

// testDifference tests a difference, and whether the later build is worse by more than the
// threshold: the same test of the difference minus the threshold.
func (c *Comparison) testDifference(t *table.Table, d *Difference, r, before,
	column int) (err error) {
	test, why, err := t.Test(r, before, column, 0)
	if d.Reason = why; err != nil || why != "" {
		return err
	}
	low, high := test.Interval(1 - level)
	d.Low, d.High, d.P, d.Floor = record.Number(low), record.Number(high), record.Number(test.P),
		record.Number(test.Floor)
	// 1: an improvement does not weaken the test of a loss in the correction.
	beyond, shifted := 1.0, test
	if d.loss() > d.Threshold {
		if worse := d.Threshold; worse != 0 {
			if d.Higher {
				worse = -worse
			}
			shifted, _, err = t.Test(r, before, column, worse)
		}
		beyond = shifted.P
	}
	c.family, c.beyond = append(c.family, table.Pair{Column: column, A: len(c.Differences),
		Test: test}), append(c.beyond, beyond)
	return err
}

// failsNow reports whether a fit with a whole number before has none after. Both lists have the
// same fits in the same order.
func failsNow(before, after []table.Value) bool {
	whole := func(v table.Value) bool {
		return known(v.Value) &&
			(record.Outcome{Kind: v.Outcome}).Good()
	}
	for i := range before {
		if i < len(after) && whole(before[i]) && !whole(after[i]) {
			return true
		}
	}
	return false
}

// unchanged reports whether two builds have the same numbers in every fit and, if known, for every
// test instance.
func unchanged(was, is []stats.Sample, before, after []table.Value) bool {
	equal := func(a, b float64) bool { return a == b || a != a && b != b }
	for j := range was {
		if j >= len(is) || !slices.EqualFunc(was[j].Values, is[j].Values, equal) {
			return false
		}
	}
	return slices.EqualFunc(before, after,
		func(a, b table.Value) bool { return equal(float64(a.Value), float64(b.Value)) })
}

// lacking returns why a cell is not complete.
func lacking(c *table.Cell) string {
	for _, v := range c.Values {
		if !known(v.Value) || !(record.Outcome{Kind: v.Outcome}).Good() {
			text := fmt.Sprintf("%d of %d fits have a number", c.Good-c.Partial, c.Planned)
			if v.Outcome != "" {
				text += fmt.Sprintf("; split %d seed %s: %s", v.Split, v.Seed, v.Outcome)
			}
			if v.Reason != "" {
				text += " " + wording.OneLine(v.Reason)
			}
			return text
		}
	}
	return "no fit"
}

// loss returns the loss of the later build; negative if it is better.
func (d *Difference) loss() float64 {
	if d.Higher {
		return -float64(d.Effect)
	}
	return float64(d.Effect)
}

// correct corrects all p and sets the verdicts.
func (c *Comparison) correct(t *table.Table) {
	beyond := map[int]float64{}
	for i, p := range c.family {
		beyond[p.A] = c.beyond[i]
	}
	tested := t.DropHopeless(slices.Clone(c.family))
	for _, p := range c.family {
		if why := t.Columns[p.Column].Silent; why != "" {
			c.Differences[p.A].Reason = why
		}
	}
	c.Comparisons = len(tested)
	var p, q []float64
	for _, of := range tested {
		p, q = append(p, of.Test.P), append(q, beyond[of.A])
	}
	p, q = stats.Holm(p), stats.Holm(q)
	for i, of := range tested {
		d := &c.Differences[of.A]
		tested[i].Adjusted, d.Bound = p[i], of.Test.Bound()
		d.decide(p[i], q[i], c.Alpha)
	}
	c.note(t, tested)
}

// decide sets the verdict from the corrected p.
func (d *Difference) decide(p, beyond, alpha float64) {
	d.Adjusted, d.BeyondP = record.Number(p), record.Number(beyond)
	switch {
	case p > alpha:
		d.Verdict = IsUndecided
	case d.loss() > 0:
		d.Verdict = IsWorse
	default:
		d.Verdict = IsBetter
	}
	d.Beyond = beyond <= alpha
	if d.Threshold == 0 { // the two tests are the same
		d.Beyond, d.BeyondP = d.Verdict == IsWorse, d.Adjusted
	}
}

// note explains the tests, once for all datasets with the same test.
func (c *Comparison) note(t *table.Table, tested []table.Pair) {
	var where ordered.Groups[string]
	for i := range t.Columns {
		col := &t.Columns[i]
		if !slices.ContainsFunc(tested, func(p table.Pair) bool { return p.Column == i }) {
			continue
		}
		t.Describe(i, tested)
		text := fmt.Sprintf("%s (%s), two-sided, α = %s, Holm over %d differences", col.Test,
			col.Detail, chart.Significant(c.Alpha, 3), c.Comparisons)
		if col.Warning != "" {
			text += "; " + col.Warning
		}
		where.Add(text, col.Dataset)
	}
	for text, datasets := range where.All() {
		c.Notes = append(c.Notes, fmt.Sprintf("Tests on %s: %s.", strings.Join(datasets, ", "),
			text))
	}
}

// Regressions lists the rows that fail only with the later build, or are worse by more than the
// threshold.
func (c *Comparison) Regressions() (texts []string) {
	for i := range c.Differences {
		d := &c.Differences[i]
		row := fmt.Sprintf("%s %s on %s", d.Learner, d.Decoder, d.Dataset)
		switch {
		case d.Verdict == HasFailed:
			texts = append(texts, fmt.Sprintf("%s: no %s after the change (%s)", row, d.Metric,
				d.Reason))
		case d.Beyond:
			texts = append(texts, fmt.Sprintf("%s: %s %s → %s", row, d.Metric, d.value(d.Before),
				d.value(d.After)))
		}
	}
	return texts
}

// value writes a value of the difference, with one decimal more than tables.
func (d *Difference) value(v record.Number) string { return d.column.Deviation(float64(v)) }

// known reports whether v is a number.
func known(v record.Number) bool { return v-v == 0 }
