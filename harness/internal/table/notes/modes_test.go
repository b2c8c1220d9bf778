package notes

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// TestModes: a short note names the pairs of rows that two modes of span-f1 order differently.
func TestModes(t *testing.T) {
	tab := &table.Table{}
	for _, c := range [][3]string{{"d", "span-f1", "span-f1{}"},
		{"d", "strict", `span-f1{"mode":"strict"}`}, {"d", "recall", "span-recall{}"},
		{"e", "span-f1", "span-f1{}"}, {"e", "strict", `span-f1{"mode":"strict"}`}} {
		tab.Columns = append(tab.Columns, table.Column{Dataset: c[0],
			Metric: table.Metric{Name: c[1], Args: c[2]}})
	}
	for label, means := range map[string][]record.Number{"A": {9, 8, 1, 9, 9}, "B": {8, 9, 2, 8, 9},
		"C": {7, 6, 3, 7, 7}} {
		row := table.Row{Label: label, Decoder: "map"}
		for _, mean := range means {
			row.Cells = append(row.Cells, table.Cell{Mean: mean})
		}
		tab.Rows = append(tab.Rows, row)
	}
	slices.SortFunc(tab.Rows, func(a, b table.Row) int { return strings.Compare(a.Label, b.Label) })
	want := []string{"span-f1 and strict order rows of d differently: A map and B map."}
	if have := said(tab, modes); !slices.Equal(have, want) {
		t.Errorf("notes %q", have)
	}
}
