package table

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/wording"
)

// noteTests names the tests, in one note for the datasets that share one.
func (t *Table) noteTests() {
	type verdict struct{ silent, test, warning string }
	var verdicts []verdict
	columns := map[verdict][]Column{}
	for _, c := range t.Columns {
		v := verdict{c.Silent, c.Test, c.Warning}
		if v == (verdict{}) {
			continue
		}
		if columns[v] == nil {
			verdicts = append(verdicts, v)
		}
		columns[v] = append(columns[v], c)
	}
	for _, v := range verdicts {
		where, text := "", "no test, "+v.silent
		if len(columns[v]) < len(t.Datasets) {
			where = " on " + wording.And(names(columns[v]))
		}
		if v.test != "" {
			text = fmt.Sprintf("%s (%s), two-sided, α = %s, %s", v.test, details(columns[v]), chart.Significant(t.Alpha, 3), t.Correction())
		}
		if v.warning != "" {
			text += "; " + v.warning
		}
		t.note("Differences%s: %s.", where, text)
	}
	if rows := t.untested(); len(rows) > 0 {
		t.caution("Not tested, for lack of differences by instance or of their variance: %s.", strings.Join(rows, ", "))
	}
}

func names(columns []Column) (names []string) {
	for _, c := range columns {
		names = append(names, c.Dataset)
	}
	return names
}

// details joins what the columns add to the test that they share, with the
// datasets where it differs.
func details(columns []Column) string {
	texts := make([]string, len(columns))
	differ := false
	for i, c := range columns {
		texts[i] = c.Detail + c.detectable()
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

// untested names the complete rows that a column's test says nothing about.
func (t *Table) untested() []string {
	var names []string
	for c, col := range t.Columns {
		for r := range t.Rows {
			cell := &t.Rows[r].Cells[c]
			if col.Test != "" && cell.Complete() && !cell.Best && !cell.Control && !finite(float64(cell.P)) {
				names = append(names, fmt.Sprintf("%s %s on %s", t.Rows[r].Label, t.Rows[r].Decoder, col.Dataset))
			}
		}
	}
	return names
}
