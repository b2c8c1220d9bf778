package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteData writes the comparison as "csv", a line for each difference with unrounded numbers, or as "json", which has all of it.
func (c *Comparison) WriteData(w io.Writer, format string) error {
	if format == "json" {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(c); err != nil {
			return fmt.Errorf("report: comparison: %w", err)
		}
		return nil
	}
	lines := [][]string{{"dataset", "learner", "output", "metric", "higher", "fits", "before", "after", "effect", "low", "high", "p", "p_floor", "p_adjusted",
		"verdict", "beyond", "reason", "differs"}}
	for i := range c.Differences {
		d := &c.Differences[i]
		lines = append(lines, []string{d.Dataset, d.Learner, d.Output, d.Metric, strconv.FormatBool(d.Higher), strconv.Itoa(d.Fits), exact(d.Before), exact(d.After),
			exact(d.Effect), exact(d.Low), exact(d.High), exact(d.P), exact(d.Floor), exact(d.Adjusted), d.Verdict, strconv.FormatBool(d.Beyond), d.Reason, strings.Join(d.Differs, " ")})
	}
	if err := csv.NewWriter(w).WriteAll(lines); err != nil {
		return fmt.Errorf("report: comparison: %w", err)
	}
	return nil
}
