package compare

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/grid"
)

// Unanswered lists the rows of the earlier build without a test; none if all were tested.
func (c *Comparison) Unanswered() (texts []string) {
	for i := range c.Differences {
		if d := &c.Differences[i]; d.Verdict == IsUntested {
			texts = append(texts, fmt.Sprintf("%s %s on %s: %s is not tested (%s)", d.Learner,
				d.Decoder, d.Dataset, d.Metric, d.Reason))
		}
	}
	for _, l := range c.OnlyBefore {
		texts = append(texts, fmt.Sprintf("%s %s on %s is only in %s", l.Learner, l.Decoder,
			l.Dataset, c.Before))
	}
	if len(texts) == 0 && len(c.Differences) == 0 && c.Same == 0 {
		texts = append(texts, "no row is in both")
	}
	return texts
}

// lines returns the lines of format csv: one for each difference, without rounding, and one for
// each row in only one run.
func (c *Comparison) lines() [][]string {
	lines := [][]string{{"dataset", "learner", "decoder", "metric", "higher", "fits", "before",
		"after", "effect", "low", "high", "p", "p_floor", "p_adjusted",
		"verdict", "threshold", "beyond", "p_beyond", "reason", "differs"}}
	for i := range c.Differences {
		d := &c.Differences[i]
		lines = append(lines, []string{d.Dataset, d.Learner, d.Decoder, d.Metric,
			strconv.FormatBool(d.Higher), strconv.Itoa(d.Fits), grid.Exact(d.Before),
			grid.Exact(d.After),
			grid.Exact(d.Effect), grid.Exact(d.Low), grid.Exact(d.High), grid.Exact(d.P),
			grid.Exact(d.Floor), grid.Exact(d.Adjusted), d.Verdict, grid.Exact(d.Threshold),
			strconv.FormatBool(d.Beyond), grid.Exact(d.BeyondP), d.Reason,
			strings.Join(d.Differs, " ")})
	}
	for _, only := range []struct {
		verdict string
		rows    []Lone
	}{{"only before", c.OnlyBefore}, {"only after", c.OnlyAfter}} {
		for _, l := range only.rows {
			line := make([]string, len(lines[0]))
			line[0], line[1], line[2], line[5], line[14], line[len(line)-1] = l.Dataset, l.Learner,
				l.Decoder, strconv.Itoa(l.Fits), only.verdict, strings.Join(l.Differs, " ")
			lines = append(lines, line)
		}
	}
	return lines
}
