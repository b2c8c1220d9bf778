package claims

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// needed says what an open claim needs: the data that decide it with [table.Power] if the true
// difference is the estimate, and those for any true difference. It gives the standard error, with
// that of any number of splits. apart is the distance of the estimate from no difference.
func needed(t *table.Table, c *table.Claim, apart, margin float64) string {
	// An interval narrower than the margin decides for any truth, so also for this one.
	decided := func(t stats.Test) float64 {
		low, high := t.Interval(1 - c.Alpha)
		return (high - low) / margin
	}
	estimated := func(t stats.Test) float64 {
		size := min(decided(t), t.Detectable(c.Alpha, table.Power)/apart)
		if apart < margin {
			size = min(size, t.Detectable(c.Alpha, (1+table.Power)/2)/(margin-apart))
		}
		return size
	}
	text := "needs about " + amount(t, c, estimated) + " if Δ is true, " + amount(t, c, decided) +
		" for any truth"
	if c.Effort {
		return text
	}
	show := func(t stats.Test) string { return chart.Significant(t.Err*c.Column.Metric.Scale(), 2) }
	text += "; standard error " + show(c.Test)
	if l, _ := t.Layout(c.Dataset); l.Sets > 1 {
		last, _ := atMost(l, c.Test)
		text += ", at least " + show(last)
	}
	return text
}

// amount returns the splits or data with a size below 1. A size is nearly proportional to the
// standard error. If no number of splits is enough, it is the data, with as many splits as wanted.
func amount(t *table.Table, c *table.Claim, size func(stats.Test) float64) string {
	l, grouped := t.Layout(c.Dataset)
	if c.Effort || l.Sets == 1 {
		n, what := math.Ceil(float64(c.Test.N)*math.Pow(size(c.Test), 2)), "test instances"
		if c.Effort {
			what = "fits"
		} else if grouped {
			what = "groups of test instances"
		}
		return wording.Grouped(n) + " " + what
	}
	last, folds := atMost(l, c.Test)
	splits := l.SplitsFor(c.Test, size, 1)
	if splits > 0 && (folds == 0 || splits <= folds) {
		return wording.Grouped(max(splits, l.Sets+1)) + " splits"
	}
	text := wording.Amount(math.Pow(size(last), 2)) + " times the data"
	if folds > 0 {
		return text + " or more folds"
	}
	return text + " in many splits"
}

// atMost returns the test as expected with as many splits as possible. Splits that train on a fold
// each, and test on others, are at most as many as the folds; 0: their number has no limit.
func atMost(l stats.Layout, test stats.Test) (last stats.Test, folds int) {
	if rotated := l.Training == 0 && l.Tests > 0 && l.Tests < 1; !rotated {
		return l.Expect(test, 1<<20), 0
	}
	if folds = int(math.Round(1 + l.Ratio)); folds > l.Sets {
		test = l.Expect(test, folds)
	}
	return test, folds
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
		line := c.Dataset + ": " + c.Text + ": finds " +
			c.Column.Deviation(test.Detectable(c.Alpha, table.Power)) + " in " + c.Column.Metric.Heading()
		if c.Margin > 0 {
			margin := float64(c.Margin) / c.Column.Metric.Scale()
			line += fmt.Sprintf("; for %v: %s", c.Margin,
				needed(t, &c, math.Abs(c.Test.Effect), margin))
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
		rope := t.Suite.Rope
		if t.Suite.Headroom != nil {
			rope = col.Equivalence
		}
		claims = append(claims, table.Claim{Dataset: col.Dataset, Column: col, Test: test,
			Text:   t.Rows[p.A].Name() + " − " + t.Rows[p.B].Name(),
			Margin: record.Number(rope), Alpha: t.Alpha / float64(len(pairs))})
	}
	return claims
}
