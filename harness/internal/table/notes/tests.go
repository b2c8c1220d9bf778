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

// differences explains the tests. Datasets with the same test share a note.
func differences(t *writer) {
	var tests ordered.Groups[string] // datasets
	details := map[string]string{}   // by dataset
	for _, c := range t.Columns {
		if c.Test != "" {
			tests.Add(c.Test, c.Dataset)
			details[c.Dataset] = c.Detail + detectable(&c)
		}
	}
	for test, datasets := range tests.All() {
		text := details[datasets[0]]
		if len(datasets) > 1 {
			var parts []string
			for _, d := range datasets {
				parts = append(parts, d+": "+details[d])
			}
			text = strings.Join(parts, "; ")
		}
		if strings.Contains(text, finds) {
			text += fmt.Sprintf("; power %g", table.Power)
		}
		t.note("Test%s: %s (%s), α = %s, %s.", t.on(datasets), test, text,
			chart.Significant(t.Alpha, 3), t.Correction)
	}
}

// weaknesses lists datasets without a test, and with a weak one.
func weaknesses(t *writer) {
	var silent, weak ordered.Groups[string] // datasets
	for _, c := range t.Columns {
		if c.Test == "" && c.Silent != "" {
			silent.Add(c.Silent, c.Dataset)
		}
		// The † at the best row says the other.
		w := strings.TrimPrefix(strings.TrimPrefix(c.Warning, table.OneTrainingOnly), "; ")
		if w != "" {
			weak.Add(w, c.Dataset)
		}
	}
	for why, datasets := range silent.All() {
		t.note("No test%s: %s.", t.on(datasets), why)
	}
	weak = mergeNumbers(&weak)
	for w, names := range weak.All() {
		t.note("The test%s: %s.", t.on(names), w)
	}
}

// on names datasets, unless they are all.
func (t *writer) on(datasets []string) string {
	if len(datasets) == len(t.Datasets) {
		return ""
	}
	return " on " + wording.And(datasets)
}

const finds = ", finds "

// detectable describes the detectable difference of a column; "" if it is not known.
func detectable(c *table.Column) string {
	size, unit := float64(c.Detectable), ""
	switch {
	case c.FewSigns:
		return ", too few to find any difference"
	case !finite(size):
		return ""
	case c.Metric.Percent:
		size, unit = 100*size, " points"
	}
	return finds + chart.Fixed(size, c.Digits) + unit
}

// untested lists the complete rows without a test.
func untested(t *writer) {
	var names []string
	for c, col := range t.Columns {
		for r := range t.Rows {
			cell := &t.Rows[r].Cells[c]
			if t.Comparisons > 0 && col.Test != "" && t.Compared(r, c) && !cell.Best &&
				!cell.Control && !finite(cell.P) {
				names = append(names, t.Rows[r].Name()+" on "+col.Dataset)
			}
		}
	}
	t.list("Not tested, because differences by instance are missing or do not vary: %s.", names)
}

// equalRows names equal rows. To the tests of a dataset, they are one learner.
func equalRows(t *writer) {
	var groups ordered.Groups[string] // datasets, by the names of equal rows
	for _, col := range t.Columns {
		for _, names := range col.Equal {
			if col.Test != "" {
				groups.Add(wording.And(names), col.Dataset)
			}
		}
	}
	var texts []string
	for names, datasets := range groups.All() {
		texts = append(texts, names+t.on(datasets))
	}
	t.list("Equal on every test instance, and counted once in the tests: %s.", texts)
}

// briefWarnings names the kinds of warnings with details in full notes, in one sentence.
func briefWarnings(t *writer) {
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
		if facts := t.warned(k.kind); len(facts) > 0 {
			parts = append(parts, k.words+" ("+t.who(facts, few)+")")
		}
	}
	if loose != nil {
		parts = append(parts, "unconverged predictions ("+wording.And(loose)+")")
	}
	if parts != nil {
		t.note("Warnings: %s.", strings.Join(parts, "; "))
	}
}

// few lists names, or counts more than three.
func few(labels []string) string {
	if len(labels) > 3 {
		return fmt.Sprintf("%d learners", len(labels))
	}
	return wording.And(labels)
}

// briefTests names the tests, their level and what they find.
func briefTests(t *writer) {
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
		return
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
	text += "; α = " + chart.Significant(t.Alpha, 3) + " " + family(t)
	switch {
	case sizes.Len() > 1 && share && most < 1.5*least:
		text += finds + chart.Fixed(100*least, 1) + "–" + chart.Fixed(100*most, 1) + " points"
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
	t.note("%s.", text)
}

// family counts the tests in the correction of p.
func family(t *writer) string {
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
