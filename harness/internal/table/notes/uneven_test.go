package notes

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// Values of rows on different instances have a note.
func TestUneven(t *testing.T) {
	for _, c := range []struct {
		dens [2][]float64
		want string
	}{
		{[2][]float64{{1, 1, 1}, {1, 1, 1}}, ""},
		{[2][]float64{{1, 0, 1}, {1, 0, 1}}, ""},
		{[2][]float64{{1, 0, 1}, {1, 1, 1}}, "m on d (2 to 3 values)"},
		{[2][]float64{{1, 0, 1}, {1, 1, 0}}, "m on d (2 to 2 values)"},
	} {
		var entries []table.Entry
		for row, den := range c.dens {
			entries = append(entries, table.Entry{Planned: table.Planned{Dataset: "d", Test: 3}, Label: string(rune('a' + row)), Decoder: "map",
				Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"m": 0.5}, Instances: map[string]record.Statistics{"m": {Num: []float64{0.5, 0, 1}, Den: den}}}})
		}
		tab, err := table.Build("s", entries, table.Options{Metrics: []table.Metric{{Name: "m"}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(said(tab, uneven), ""); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q", c.dens, got, c.want)
		}
	}
}
