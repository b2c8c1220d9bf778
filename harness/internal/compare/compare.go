// Package compare tests the effect of a change: two builds of a learner or of spbench on the same
// fits.
//
// [Beside] puts the rows of both builds into one table, the earlier ones as LABEL (before). [New]
// tests each metric of each such pair of rows by the method of package table.
package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// A Comparison has the differences of two builds on the same rows, after minus before: one for each
// metric and dataset.
type Comparison struct {
	Comparisons int          `json:"comparisons"` // tests that p is corrected for
	Differences []Difference `json:"differences"`
	Notes       []string     `json:"notes"`
}

// Verdicts on a difference of builds.
const (
	IsBetter    = "better"    // significantly, after the correction
	IsWorse     = "worse"     // significantly, after the correction
	IsUndecided = "undecided" // not significant
	IsEqual     = "equal"     // the same in every fit and on every test instance
	IsUntested  = "untested"  // see Reason
	HasFailed   = "failed"    // some later fit lost its number
)

// verdictMarks are the marks of verdicts, as in tables.
var verdictMarks = map[string]string{IsBetter: "+", IsWorse: "−", IsUndecided: "~", IsEqual: "=",
	HasFailed: "failed"}

// A Difference is a metric of one row on one dataset, with two builds.
type Difference struct {
	Dataset  string        `json:"dataset"`
	Learner  string        `json:"learner"`
	Decoder  string        `json:"decoder"`
	Metric   string        `json:"metric"`
	Before   record.Number `json:"before"` // means
	After    record.Number `json:"after"`
	Effect   record.Number `json:"effect"` // After − Before
	Low      record.Number `json:"low"`    // uncorrected interval of Effect, at level 1−α
	High     record.Number `json:"high"`
	P        record.Number `json:"p"`        // NaN: not tested
	Adjusted record.Number `json:"adjusted"` // P, corrected for all comparisons
	Verdict  string        `json:"verdict"`
	Reason   string        `json:"reason,omitempty"` // why it was not tested

	column *table.Column
	pair   table.Pair // the later row and the earlier one; without N it is not tested
}

// New tests each metric of each row of t that has a row of an earlier build. Holm corrects p over
// all tested differences.
func New(t *table.Table) (*Comparison, error) {
	c := &Comparison{Differences: []Difference{}, Notes: []string{}}
	pairs := 0
	for r, row := range t.Rows {
		before, earlier := t.FindRow(table.Before(row.Label), row.Decoder), slices.ContainsFunc(t.Rows,
			func(o table.Row) bool { return table.Before(o.Label) == row.Label })
		if before >= 0 {
			pairs++
		}
		for col := range t.Columns {
			is := &row.Cells[col]
			if !earlier && t.Columns[col].Compared && is.Planned > 0 && !recorded(is) {
				c.Notes = append(c.Notes,
					fmt.Sprintf("%s on %s has no fit.", row.Name(), t.Columns[col].Dataset))
			}
			if before < 0 {
				continue
			}
			was := &t.Rows[before].Cells[col]
			if !recorded(was) || was.Good+is.Good == 0 {
				continue // the earlier build has no fit there, or neither build has a number
			}
			d, err := newDifference(t, r, before, col)
			if err != nil {
				return nil, err
			}
			if d.pair.Test.N > 0 && was.Learned != is.Learned {
				c.Notes = append(c.Notes, fmt.Sprintf("%s on %s learned from other training instances than "+
					"before.", row.Name(), d.Dataset))
			}
			c.Differences = append(c.Differences, d)
		}
	}
	c.correct(t)
	if same := len(t.Rows) - 2*pairs; same > 0 {
		c.Notes = append(c.Notes,
			fmt.Sprintf("%d rows have no second build and are not compared.", same))
	}
	return c, nil
}

// recorded reports whether a fit of the cell is on record, also a failed one.
func recorded(c *table.Cell) bool {
	return slices.ContainsFunc(c.Values, func(v table.Value) bool { return v.Outcome != "" })
}

// newDifference returns the difference of two rows in a column, with its test if there is one.
func newDifference(t *table.Table, r, before, column int) (d Difference, err error) {
	col, is, was := &t.Columns[column], &t.Rows[r].Cells[column], &t.Rows[before].Cells[column]
	nan := record.Number(math.NaN())
	d = Difference{
		Dataset: col.Dataset, Learner: t.Rows[r].Label, Decoder: t.Rows[r].Decoder,
		Metric: col.Metric.Name, Before: was.Mean, After: is.Mean, Effect: is.Mean - was.Mean,
		Low: nan, High: nan, P: nan, Adjusted: nan, Verdict: IsUntested, column: col,
	}
	switch {
	case failsNow(was.Values, is.Values):
		d.Verdict, d.Effect, d.Reason = HasFailed, nan, lacking(is)
		return d, nil
	case !was.Complete():
		d.Effect, d.Reason = nan, "before: "+lacking(was)
		return d, nil
	case !is.Complete():
		d.Effect, d.Reason = nan, lacking(is)
		return d, nil
	case unchanged(t.Instances(before, column), t.Instances(r, column), was.Values, is.Values):
		d.Verdict = IsEqual // without a test, so it does not count in the correction
		return d, nil
	}
	test, why, err := t.Test(r, before, column)
	if d.Reason = why; err != nil || why != "" {
		return d, err
	}
	low, high := test.Interval(1 - t.Alpha)
	d.Low, d.High, d.P = record.Number(low), record.Number(high), record.Number(test.P)
	d.pair = table.Pair{Column: column, A: r, B: before, Test: test}
	return d, nil
}

// failsNow reports whether a fit with a whole number before has none after. Both lists have the
// same fits in the same order.
func failsNow(before, after []table.Value) bool {
	for i := range before {
		if i < len(after) && whole(before[i]) && !whole(after[i]) {
			return true
		}
	}
	return false
}

func whole(v table.Value) bool {
	return v.Value-v.Value == 0 && (record.Outcome{Kind: v.Outcome}).Good()
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
	i := slices.IndexFunc(c.Values, func(v table.Value) bool { return !whole(v) })
	if i < 0 {
		return "no fit"
	}
	v := c.Values[i]
	text := fmt.Sprintf("%d of %d fits have a number", c.Good-c.Partial, c.Planned)
	if v.Outcome != "" {
		text += fmt.Sprintf("; split %d seed %s: %s", v.Split, v.Seed, v.Outcome)
	}
	return strings.TrimSpace(text + " " + wording.OneLine(v.Reason))
}

// loss returns the loss of the later build; negative if it is better.
func (d *Difference) loss() float64 {
	if d.column.Metric.Higher {
		return -float64(d.Effect)
	}
	return float64(d.Effect)
}

// correct corrects all p, sets the verdicts, and notes the tests.
func (c *Comparison) correct(t *table.Table) {
	var family []table.Pair
	for _, d := range c.Differences {
		if d.pair.Test.N > 0 {
			family = append(family, d.pair)
		}
	}
	family, hopeless := table.DropHopeless(family, t.Alpha)
	c.Comparisons = len(family)
	var tested []*Difference // of the family
	var p []float64
	for i := range c.Differences {
		d := &c.Differences[i]
		if why := hopeless[d.pair.Column]; d.pair.Test.N > 0 && why != "" {
			d.Reason = why
		} else if d.pair.Test.N > 0 {
			tested, p = append(tested, d), append(p, d.pair.Test.P)
		}
	}
	p = stats.Holm(p)
	for i, d := range tested {
		family[i].Adjusted, d.Adjusted = p[i], record.Number(p[i])
		switch {
		case p[i] > t.Alpha:
			d.Verdict = IsUndecided
		case d.loss() > 0:
			d.Verdict = IsWorse
		default:
			d.Verdict = IsBetter
		}
	}

	var where ordered.Groups[string] // datasets by their test
	for i := range t.Columns {
		test, detail, warning := t.Describe(i, family)
		if test == "" {
			continue
		}
		text := fmt.Sprintf("%s (%s), two-sided, α = %s, Holm over %d differences", test, detail,
			chart.Significant(t.Alpha, 3), len(family))
		if warning != "" {
			text += "; " + warning
		}
		where.Add(text, t.Columns[i].Dataset)
	}
	for text, datasets := range where.All() {
		c.Notes = append(c.Notes, fmt.Sprintf("Tests on %s: %s.",
			strings.Join(slices.Compact(datasets), ", "), text))
	}
}

// Grid lays out the comparison as a table with notes.
func (c *Comparison) Grid(title string) *grid.Grid {
	g := grid.New("dataset", "learner", "decoder", "metric").Numbers("before", "after", "Δ",
		"95 % of Δ", "p", "")
	g.Title, g.Label, g.Data = title, "tab:builds", c
	var untested ordered.Groups[string] // by the reason
	for _, d := range c.Differences {
		g.Add(d.Dataset, d.Learner, d.Decoder, d.column.Metric.Heading(), d.value(d.Before),
			d.value(d.After), d.column.Difference(float64(d.Effect)),
			wording.Interval(float64(d.Low), float64(d.High), d.column.Difference),
			chart.Significant(d.Adjusted, 2), verdictMarks[d.Verdict])
		if d.Reason != "" {
			untested.Add(d.Reason, fmt.Sprintf("%s %s on %s (%s)", d.Learner, d.Decoder, d.Dataset,
				d.Metric))
		}
	}
	g.Notes = append([]string{"Δ is after minus before; in points where the metric is in %. + " +
		"better, − worse, ~ not significantly different, = the " +
		"same in every fit and for every test instance; no mark: not tested. p is corrected, the " +
		"interval is not."}, c.Notes...)
	for reason, list := range untested.All() {
		g.Notes = append(g.Notes, fmt.Sprintf("Not tested: %s. Reason: %s.",
			strings.Join(list, ", "), reason))
	}
	return g
}

// Regressions lists the rows that fail only with the later build, or are significantly worse in the
// first metric of the dataset.
func (c *Comparison) Regressions() (worse []string) {
	for _, d := range c.Differences {
		row := fmt.Sprintf("%s %s on %s: %s", d.Learner, d.Decoder, d.Dataset, d.Metric)
		switch {
		case d.Verdict == HasFailed:
			worse = append(worse, row+" failed after the change: "+d.Reason)
		case d.Verdict == IsWorse && d.column.Compared:
			worse = append(worse, fmt.Sprintf("%s %s → %s", row, d.value(d.Before), d.value(d.After)))
		}
	}
	return worse
}

// value writes a value of the difference, with one decimal more than tables.
func (d *Difference) value(v record.Number) string { return d.column.Deviation(float64(v)) }
