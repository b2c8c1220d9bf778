package claims

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// needed says which splits or data would make an interval narrower than the margin, and the standard
// error with its floor, that of any number of splits. The interval is wider now by the factor times.
// Splits that train on a fold each, and test on others, are at most as many as the folds.
func needed(t *table.Table, c *table.Claim, times, margin float64) string {
	l, grouped := t.Layout(c.Dataset)
	n, what := math.Ceil(float64(c.Test.N)*times*times), "fits"
	show := func(v float64) string { return chart.Significant(v*c.Column.Metric.Scale(), 2) }
	reach := "; standard error " + show(c.Test.Err)
	switch {
	case c.Effort:
		reach = ""
	case grouped:
		what = "groups of test instances"
	default:
		what = "test instances"
	}
	if what != "fits" && l.Sets > 1 {
		splits, least := l.SplitsFor(c.Test, margin, 1-c.Alpha)
		which, most := "no number of splits is enough: needs", 1<<20
		folds := int(math.Round(1 + l.Ratio))
		if rotated := l.Training == 0 && l.Tests > 0 && l.Tests < 1; rotated {
			most = max(folds, l.Sets)
			if splits == 0 || splits > folds {
				which = fmt.Sprintf("%d folds are not enough: needs more folds or", folds)
				splits = 0
			}
		}
		floor := c.Test
		if most > l.Sets {
			floor = l.Expect(c.Test, most)
		}
		reach += ", at least " + show(floor.Err)
		if splits == 0 {
			if most <= folds {
				low, high := floor.Interval(1 - c.Alpha)
				least = high - low
			}
			return fmt.Sprintf("%s about %s times the data%s", which,
				wording.Grouped(math.Ceil(math.Pow(least/margin, 2))), reach)
		}
		n, what = float64(max(splits, l.Sets+1)), "splits"
	}
	return fmt.Sprintf("needs about %s %s%s", wording.Grouped(n), what, reach)
}

// Planned describes the differences that the planned entries detect with [table.Power], in the unit
// of the metric, as estimated from t, a table of some of their splits. They are those of the claims,
// if there are any, else of the tested pairs. With a margin or a rope, it also gives the splits for
// it.
func Planned(t *table.Table, entries []table.Entry) (lines []string) {
	layouts := table.Layouts(entries)
	claims := t.Claims
	if len(claims) == 0 {
		claims = plannedPairs(t)
	}
	for _, c := range claims {
		if c.Effort || !finite(c.Test.Err) {
			continue
		}
		test := c.Test
		if l := layouts[c.Dataset]; l.Sets > 1 {
			test = l.Expect(test, l.Sets)
		}
		line := fmt.Sprintf("%s: %s: finds %s in %s", c.Dataset, c.Text,
			c.Column.Deviation(test.Detectable(c.Alpha, table.Power)), c.Column.Metric.Heading())
		if c.Margin > 0 {
			margin := float64(c.Margin) / c.Column.Metric.Scale()
			low, high := c.Test.Interval(1 - c.Alpha)
			line += fmt.Sprintf("; for %v: %s", c.Margin, needed(t, &c, (high-low)/margin, margin))
		}
		lines = append(lines, line)
	}
	return lines
}

// plannedPairs returns the tested pairs as claims, with the rope as their margin.
func plannedPairs(t *table.Table) (claims []table.Claim) {
	pairs := slices.DeleteFunc(t.Pairs(), func(p table.Pair) bool {
		return t.Against != "" && t.Against != t.Rows[p.A].Label && t.Against != t.Rows[p.B].Label
	})
	for _, p := range pairs {
		col := &t.Columns[p.Column]
		test, _, _ := t.Test(p.A, p.B, p.Column)
		claims = append(claims, table.Claim{Dataset: col.Dataset, Column: col, Test: test,
			Text:   t.Rows[p.A].Name() + " − " + t.Rows[p.B].Name(),
			Margin: record.Number(t.Suite.Rope), Alpha: t.Alpha / float64(len(pairs))})
	}
	return claims
}
