package notes

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// differences explains the tests. Datasets with the same test share a note.
func differences(t *table.Table) (all []Note) {
	type test struct{ silent, name, warning string }
	var tests []test
	columns := map[test][]table.Column{}
	for _, c := range t.Columns {
		// The † at the best row says the other.
		v := test{c.Silent, c.Test, strings.TrimPrefix(strings.TrimPrefix(c.Warning, table.OneTrainingOnly), "; ")}
		if v == (test{}) {
			continue
		}
		if columns[v] == nil {
			tests = append(tests, v)
		}
		columns[v] = append(columns[v], c)
	}
	for _, v := range tests {
		where, text := "", "no test, "+v.silent
		if len(columns[v]) < len(t.Datasets) {
			var names []string
			for _, c := range columns[v] {
				names = append(names, c.Dataset)
			}
			where = " on " + wording.And(names)
		}
		if v.name != "" {
			text = fmt.Sprintf("%s (%s), two-sided, α = %s, %s", v.name, details(columns[v]),
				chart.Significant(t.Alpha, 3), t.Correction)
		}
		if v.warning != "" {
			text += "; " + v.warning
		}
		all = append(all, note("Differences%s: %s.", where, text)...)
	}
	return all
}

// details lists the details of a test on its columns, with the datasets if they differ.
func details(columns []table.Column) string {
	texts := make([]string, len(columns))
	differ := false
	for i := range columns {
		texts[i] = columns[i].Detail + detectable(&columns[i])
		differ = differ || texts[i] != texts[0]
	}
	if !differ {
		return texts[0]
	}
	for i, c := range columns {
		texts[i] += " on " + c.Dataset
	}
	return strings.Join(texts, "; ")
}

// detectable describes the detectable difference of a column; "" if it is not known.
func detectable(c *table.Column) string {
	size, unit := float64(c.Detectable), ""
	switch {
	case c.FewSigns:
		return fmt.Sprintf(", too few to find any difference with power %g", table.Power)
	case !finite(size):
		return ""
	case c.Metric.Percent:
		size, unit = 100*size, " points"
	}
	return fmt.Sprintf(", finds a difference of %s%s%s with power %g", chart.Fixed(size, c.Digits),
		unit, table.OrSmaller(c.UpperBound), table.Power)
}

// untested lists the complete rows without a test.
func untested(t *table.Table) []Note {
	var names []string
	for c, col := range t.Columns {
		for r := range t.Rows {
			cell := &t.Rows[r].Cells[c]
			if t.Comparisons > 0 && col.Test != "" && cell.Complete() && !cell.Best && !cell.Control && !finite(cell.P) {
				names = append(names, fmt.Sprintf("%s on %s", t.Rows[r].Name(), col.Dataset))
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	return note("Not tested, because differences by instance are missing or do not vary: %s.",
		strings.Join(names, ", "))
}
