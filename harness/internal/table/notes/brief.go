package notes

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// briefWarnings names the kinds of warnings with details in full notes, in one sentence.
func briefWarnings(t *table.Table) []Note {
	var wide, loose []string
	for _, row := range t.Rows {
		for _, e := range row.Effort {
			if slices.ContainsFunc(e.Fits, wideGap) {
				wide = ordered.Add(wide, row.Label)
			}
		}
		for _, share := range row.NotConverged {
			if share > 0 {
				loose = ordered.Add(loose, row.Decoder)
			}
		}
	}
	var parts []string
	if wide != nil {
		parts = append(parts, fmt.Sprintf("gap above %s %% (%s)", wording.Percent(table.WideGap), few(wide)))
	}
	for _, k := range []struct{ kind, words string }{
		{atEdge, "parameters at the edge of the grid"},
		{approximate, "approximate inference"},
	} {
		if facts := warned(t, k.kind); len(facts) > 0 {
			parts = append(parts, fmt.Sprintf("%s (%s)", k.words, who(t, facts, few)))
		}
	}
	if loose != nil {
		parts = append(parts, fmt.Sprintf("unconverged predictions (%s)", wording.And(loose)))
	}
	if parts == nil {
		return nil
	}
	return note("Warnings: %s.", strings.Join(parts, "; "))
}

// few lists names, or counts more than three.
func few(labels []string) string {
	if len(labels) > 3 {
		return fmt.Sprintf("%d learners", len(labels))
	}
	return wording.And(labels)
}

// briefTests names the tests, their level and what they find.
func briefTests(t *table.Table) []Note {
	var tests, sizes ordered.Groups[string] // datasets
	least, most, share := math.Inf(1), 0.0, true
	for _, c := range t.Columns {
		if c.Test != "" {
			name, _, _ := strings.Cut(c.Test, ",")
			tests.Add(name, c.Dataset)
			sizes.Add(detectable(&c), c.Dataset)
			size := float64(c.Detectable)
			least, most, share = min(least, size), max(most, size), share && c.Metric.Percent
		}
	}
	if tests.Len() == 0 {
		return nil
	}
	text := ""
	for name, datasets := range tests.All() {
		if 2*len(datasets) > len(t.Datasets) {
			text = name + text
		} else {
			text += ", " + name + " on " + wording.And(datasets)
		}
	}
	text = "Test: " + strings.TrimPrefix(text, ", ")
	text += fmt.Sprintf("; α = %s %s", chart.Significant(t.Alpha, 3), family(t))
	switch {
	case sizes.Len() > 1 && share && most < 1.5*least:
		text += fmt.Sprintf("%s%s–%s points", finds, chart.Fixed(100*least, 1), chart.Fixed(100*most, 1))
	default:
		for size, datasets := range sizes.All() {
			if size != "" && sizes.Len() > 1 {
				size += " on " + wording.And(datasets)
			}
			size = strings.Replace(size, ", too few", ", too few instances", 1)
			if strings.Contains(text, finds) {
				size = strings.Replace(strings.Replace(size, finds, ", ", 1), " points", "", 1)
			}
			text += size
		}
	}
	return note("%s.", text)
}

// family counts the tests in the correction of p.
func family(t *table.Table) string {
	switch {
	case t.Comparisons == 0:
		return "of no pair: all rows are equal"
	case t.Comparisons == 1:
		return "in a single comparison"
	case t.Against != "":
		return fmt.Sprintf("over %d comparisons with %s", t.Comparisons, t.Against)
	}
	return fmt.Sprintf("over %d pairs", t.Comparisons)
}
