package notes

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// differences explains the tests. Datasets with the same test share a note.
func differences(t *table.Table) (all []Note) {
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
		all = append(all, note("Test%s: %s (%s), α = %s, %s.", on(t, datasets), test, text,
			chart.Significant(t.Alpha, 3), t.Correction)...)
	}
	return all
}

// weaknesses lists datasets without a test, and with a weak one.
func weaknesses(t *table.Table) (all []Note) {
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
		all = append(all, note("No test%s: %s.", on(t, datasets), why)...)
	}
	weak = mergeNumbers(&weak)
	for w, names := range weak.All() {
		all = append(all, note("The test%s: %s.", on(t, names), w)...)
	}
	return all
}

// on names datasets, unless they are all.
func on(t *table.Table, datasets []string) string {
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
func untested(t *table.Table) []Note {
	var names []string
	for c, col := range t.Columns {
		for r := range t.Rows {
			cell := &t.Rows[r].Cells[c]
			if t.Comparisons > 0 && col.Test != "" && t.Compared(r, c) && !cell.Best &&
				!cell.Control && !finite(cell.P) {
				names = append(names, fmt.Sprintf("%s on %s", t.Rows[r].Name(), col.Dataset))
			}
		}
	}
	return list("Not tested, because differences by instance are missing or do not vary: %s.", names)
}

// equalRows names equal rows. To the tests of a dataset, they are one learner.
func equalRows(t *table.Table) []Note {
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
		texts = append(texts, names+on(t, datasets))
	}
	return list("Equal on every test instance, and counted once in the tests: %s.", texts)
}
