package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/wording"
)

// verdictMarks are the marks of verdicts, as in tables.
var verdictMarks = map[string]string{
	IsBetter: "+", IsWorse: "−", IsUndecided: "~", IsEqual: "=", IsUntested: "",
	HasFailed: "failed",
}

// Grid lays out the comparison as a table with notes.
func (c *Comparison) Grid() *grid.Grid {
	g := &grid.Grid{}
	if len(c.Differences) > 0 {
		g = grid.New("dataset", "learner", "decoder", "metric").Numbers("fits", "before", "after",
			"Δ", "95 % of Δ", "p", "", "other")
		g.Notes = append(g.Notes, legend(c))
	}
	g.Title, g.Label, g.Data, g.Lines = fmt.Sprintf("Before: %s, after: %s", c.Before, c.After),
		"tab:builds", c, c.lines()
	if c.Before == c.After {
		g.Title = "Before: earlier builds in " + c.After + ", after: the latest there"
	}
	for i := range c.Differences {
		d := &c.Differences[i]
		effect, interval := d.column.Difference(float64(d.Effect)), ""
		if known(d.Low) {
			interval = d.column.Difference(float64(d.Low)) + " … " +
				d.column.Difference(float64(d.High))
		}
		p := chart.Significant(float64(d.Adjusted), 2)
		if d.Bound && p != "" {
			p = "≤ " + p
		}
		mark := verdictMarks[d.Verdict]
		if d.Beyond && d.Threshold > 0 {
			mark = "−−"
		}
		g.Add(d.Dataset, d.Learner, d.Decoder, d.column.Metric.Heading(), fmt.Sprint(d.Fits),
			d.value(d.Before), d.value(d.After), effect, interval, p, mark,
			strings.Join(d.Differs, ", "))
	}
	g.Notes = slices.Concat(g.Notes, c.Notes, untested(c))
	if c.Same > 0 {
		g.Notes = append(g.Notes,
			fmt.Sprintf("%d rows have the same build in both runs and are not compared.", c.Same))
	}
	for _, only := range []struct {
		run  string
		rows []Lone
	}{{c.Before, c.OnlyBefore}, {c.After, c.OnlyAfter}} {
		if len(only.rows) > 0 {
			g.Notes = append(g.Notes, fmt.Sprintf("Only in %s, not compared: %s.", only.run,
				some(lone(only.rows))))
		}
	}
	if len(g.Notes) == 0 {
		g.Notes = []string{"The two runs have no row in common."}
	}
	return g
}

// untested lists the differences without a test by their reason. It names whole datasets if all of
// their differences have the same reason.
func untested(c *Comparison) (texts []string) {
	var rows ordered.Groups[string] // by the reason
	of := func(dataset, reason string) bool {
		return !slices.ContainsFunc(c.Differences,
			func(d Difference) bool { return d.Dataset == dataset && d.Reason != reason })
	}
	for _, d := range c.Differences {
		if d.Reason == "" {
			continue
		}
		what := fmt.Sprintf("%s %s on %s (%s)", d.Learner, d.Decoder, d.Dataset, d.Metric)
		if of(d.Dataset, d.Reason) {
			what = "all on " + d.Dataset
		}
		rows.Add(d.Reason, what)
	}
	for reason, list := range rows.All() {
		texts = append(texts, fmt.Sprintf("Not tested: %s. Reason: %s.", some(list), reason))
	}
	return texts
}

func legend(c *Comparison) string {
	text := "Δ is after minus before; in points where the metric is in %. + better, − worse, ~ not significantly different, = the same in every fit and for every test instance; no mark: not tested. p is corrected, the interval is not."
	var thresholds []string
	for i := range c.Differences {
		d := &c.Differences[i]
		if d.Threshold > 0 {
			thresholds = ordered.Add(thresholds, d.Metric+" "+chart.Significant(d.Threshold, 3))
		}
	}
	if len(thresholds) > 0 {
		text += fmt.Sprintf(" −− worse by more than the threshold (%s), beyond chance.",
			strings.Join(thresholds, ", "))
	}
	var parts []string
	for _, what := range []struct{ part, words string }{
		{"build", "build: of the learner"}, {"harness", "harness: of spbench, on the side of fits"},
		{"score", "score: of spbench, on the side of decoders and metrics"},
	} {
		if slices.ContainsFunc(c.Differences,
			func(d Difference) bool { return slices.Contains(d.Differs, what.part) }) {
			parts = append(parts, what.words)
		}
	}
	return text + " Different builds: " + strings.Join(parts, "; ") + "."
}

func lone(rows []Lone) (texts []string) {
	for _, l := range rows {
		text := fmt.Sprintf("%s %s on %s (%s", l.Learner, l.Decoder, l.Dataset,
			wording.Count(l.Fits, "fit"))
		if len(l.Differs) > 0 {
			text += "; in the other run it has a different " + strings.Join(l.Differs, ", ")
		}
		texts = append(texts, text+")")
	}
	return texts
}

// some lists at most the first 12 texts.
func some(texts []string) string {
	const most = 12
	if len(texts) > most {
		return strings.Join(texts[:most], "; ") + fmt.Sprintf("; and %d more", len(texts)-most)
	}
	return strings.Join(texts, "; ")
}
