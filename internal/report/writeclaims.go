package report

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/spbench/spbench/internal/record"
)

// WriteClaims writes, a line each, what our numbers say of the paper's claims and of its
// numbers: the difference, its interval, and for an order its p after Holm over all pairs of the table.
func (t *Table) WriteClaims(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range t.Claims {
		text := c.Why
		if text == "" {
			text = t.interval(c.Dataset, c.Delta, c.Low, c.High) + fmt.Sprintf(", p %s", significant(float64(c.P)))
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", c.Dataset, c.Text, c.Outcome, text)
	}
	for _, row := range t.Rows {
		for c, col := range t.Columns {
			if p := row.Cells[c].Published; p != nil && p.Verdict != "" {
				fmt.Fprintf(out, "%s\t%s %s as published\t%s\t%s\n", col.Dataset, row.Label, row.Output, p.Verdict, t.interval(col.Dataset, p.Delta, p.Low, p.High))
			}
		}
	}
	return out.Flush()
}

// interval words a difference of the first metric on a dataset.
func (t *Table) interval(dataset string, delta, low, high record.Number) string {
	col := &t.Columns[slices.IndexFunc(t.Columns, func(c Column) bool { return c.Dataset == dataset })]
	scale := 1.0
	if col.Metric.Percent {
		scale = 100
	}
	digits := col.Digits + 1
	return fmt.Sprintf("%s (%s … %s)", signed(scale*float64(delta), digits), signed(scale*float64(low), digits), signed(scale*float64(high), digits))
}
