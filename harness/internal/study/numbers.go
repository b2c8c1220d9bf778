package study

import (
	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/table"
)

// percent writes a share in per cent.
func percent(share float64) string { return chart.Significant(100*share, 3) + " %" }

// interval writes both ends of an interval; "" for what is not known.
func interval(low, high float64, write func(float64) string) string {
	if low != low || high != high {
		return ""
	}
	return write(low) + " … " + write(high)
}

// nameOf returns how a row is called outside of its table.
func nameOf(r *table.Row) string { return r.Label + " " + r.Decoder }
