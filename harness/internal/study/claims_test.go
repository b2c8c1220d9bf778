package study

import (
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// TestClaimOfAnotherDataset: a claim about a dataset outside of the run is open, with a reason.
func TestClaimOfAnotherDataset(t *testing.T) {
	r := run(t, ladder(1))
	r.Table.Source = "Doe 2000"
	r.Table.Claims = []table.Claim{{Dataset: "elsewhere", Text: "A beats B",
		Outcome: stats.Open, Why: "there is no row of A", Delta: record.Number(math.NaN())}}
	section := must(claims(r))(t)
	if len(lines(section)) != 1 || strings.Join(lines(section)[0],
		"|") != "|elsewhere|A beats B||||open|there is no row of A" {
		t.Errorf("%q", lines(section))
	}
}

// TestPublishedNumbersNameTheirMetric: a row names its metric if rows are compared by a different
// one.
func TestPublishedNumbersNameTheirMetric(t *testing.T) {
	r := run(t, ladder(1))
	number := &table.Published{Delta: 0.01, Low: record.Number(-0.01), High: 0.03,
		Verdict: table.Agrees}
	r.Table.Source = "Doe 2000"
	r.Table.Rows[0].Cells[0].Published = number
	if section, err := claims(r); err != nil || lines(section)[0][2] != "A map as published" {
		t.Errorf("one metric: %+v, %v", lines(section), err)
	}
	second := r.Table.Columns[0]
	second.Metric.Name = "accuracy"
	r.Table.Columns = append(r.Table.Columns, second)
	for i := range r.Table.Rows {
		r.Table.Rows[i].Cells = append(r.Table.Rows[i].Cells, table.Cell{})
	}
	r.Table.Rows[0].Cells[1].Published = number
	section := must(claims(r))(t)
	for i, want := range []string{"A map as published", "A map as published, accuracy"} {
		if got := lines(section)[i][2]; got != want {
			t.Errorf("line %d is %q, want %q", i, got, want)
		}
	}
}
