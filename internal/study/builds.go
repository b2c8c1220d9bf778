package study

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/report"
)

// WriteBuilds writes what two builds make of the same rows, in one of the formats of tables.
func WriteBuilds(w io.Writer, c *report.Comparison, format string) error {
	if format == "csv" || format == "json" {
		return c.WriteData(w, format)
	}
	return builds(c).Write(w, format)
}

// marks of verdicts, as tables have them.
var verdictMarks = map[string]string{
	report.IsBetter: "+", report.IsWorse: "−", report.IsUndecided: "~", report.IsEqual: "=", report.IsUntested: "", report.HasFailed: "failed",
}

func builds(c *report.Comparison) *Part {
	part := &Part{Name: "builds", Title: fmt.Sprintf("Before: %s, after: %s", c.Before, c.After)}
	if c.Before == c.After {
		part.Title = "Before: earlier builds in " + c.After + ", after: the latest there"
	}
	if len(c.Differences) > 0 {
		part.Grid = &Grid{Left: 4, Head: []string{"dataset", "learner", "output", "metric", "fits", "before", "after", "Δ", percent(1-c.Alpha) + " of Δ", "p", "", "other"}}
	}
	for i := range c.Differences {
		d := &c.Differences[i]
		before, after, effect, interval := c.Words(i)
		p := chart.Significant(float64(d.Adjusted), 2)
		if d.Bound && p != "" {
			p = "≤ " + p
		}
		mark := verdictMarks[d.Verdict]
		if d.Beyond && d.Threshold > 0 {
			mark = "−−"
		}
		part.Grid.Rows = append(part.Grid.Rows, []string{d.Dataset, d.Learner, d.Output, d.Metric + c.Unit(i), fmt.Sprint(d.Fits), before, after, effect, interval,
			p, mark, strings.Join(d.Differs, ", ")})
	}
	if part.Grid != nil {
		part.Text = append(part.Text, legend(c))
	}
	part.Text = append(part.Text, c.Notes...)
	part.Text = append(part.Text, untested(c)...)
	if c.Same > 0 {
		part.Text = append(part.Text, fmt.Sprintf("%d rows are of one build in both runs: there is nothing to compare.", c.Same))
	}
	for _, only := range []struct {
		run  string
		rows []report.Lone
	}{{c.Before, c.OnlyBefore}, {c.After, c.OnlyAfter}} {
		if len(only.rows) > 0 {
			part.Text = append(part.Text, fmt.Sprintf("Only in %s, and not compared: %s.", only.run, some(lone(only.rows))))
		}
	}
	if len(part.Text) == 0 {
		part.Text = []string{"The two runs have no row in common."}
	}
	return part
}

// untested says which differences were not tested, by the reason for it: those of whole datasets, or which.
func untested(c *report.Comparison) (texts []string) {
	var reasons []string
	why := map[string][]string{} // by the reason
	of := func(dataset, reason string) bool {
		return !slices.ContainsFunc(c.Differences, func(d report.Difference) bool { return d.Dataset == dataset && d.Reason != reason })
	}
	for _, d := range c.Differences {
		if d.Reason == "" {
			continue
		}
		if why[d.Reason] == nil {
			reasons = append(reasons, d.Reason)
		}
		what := fmt.Sprintf("%s %s on %s (%s)", d.Learner, d.Output, d.Dataset, d.Metric)
		if of(d.Dataset, d.Reason) {
			what = "all on " + d.Dataset
		}
		if !slices.Contains(why[d.Reason], what) {
			why[d.Reason] = append(why[d.Reason], what)
		}
	}
	for _, reason := range reasons {
		texts = append(texts, fmt.Sprintf("Not tested: %s. Reason: %s.", some(why[reason]), reason))
	}
	return texts
}

func legend(c *report.Comparison) string {
	text := "Δ is after minus before; in points where the metric is in %. + better, − worse, ~ undecided, = the same in every fit and for every test instance; without a mark it was not tested. p is corrected, the interval is that of its line alone."
	var thresholds []string
	for i := range c.Differences {
		d := &c.Differences[i]
		if of := d.Metric + " " + chart.Significant(d.Threshold, 3); d.Threshold > 0 && !slices.Contains(thresholds, of) {
			thresholds = append(thresholds, of)
		}
	}
	if len(thresholds) > 0 {
		text += fmt.Sprintf(" −− worse by more than the threshold (%s), beyond chance.", strings.Join(thresholds, ", "))
	}
	var parts []string
	for _, what := range []struct{ part, words string }{
		{"build", "build: of the learner"}, {"harness", "harness: of spbench, on the side of fits"}, {"score", "score: of spbench, on the side of decoders and metrics"},
	} {
		if slices.ContainsFunc(c.Differences, func(d report.Difference) bool { return slices.Contains(d.Differs, what.part) }) {
			parts = append(parts, what.words)
		}
	}
	return text + " Another build — " + strings.Join(parts, "; ") + "."
}

func lone(rows []report.Lone) (texts []string) {
	for _, l := range rows {
		text := fmt.Sprintf("%s %s on %s (%d fits", l.Learner, l.Output, l.Dataset, l.Fits)
		if len(l.Differs) > 0 {
			text += "; the other run has it with another " + strings.Join(l.Differs, ", ")
		}
		texts = append(texts, text+")")
	}
	return texts
}

// some lists texts, of many only the first.
func some(texts []string) string {
	const most = 12
	if len(texts) > most {
		return strings.Join(texts[:most], "; ") + fmt.Sprintf("; and %d more", len(texts)-most)
	}
	return strings.Join(texts, "; ")
}
