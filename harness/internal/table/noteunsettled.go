package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/wording"
)

// unsettled returns for each dataset the share of a row's predictions that were stopped
// before they stood still; nil where all stood still.
func (g *grouping) unsettled(name rowName) []record.Number {
	shares := make([]record.Number, len(g.datasets))
	for d, dataset := range g.datasets {
		stopped, made := 0, 0
		for _, e := range g.at[place{name, dataset}] {
			if len(e.Metrics) > 0 {
				stopped, made = stopped+e.Unsettled, made+e.Test
			}
		}
		if stopped > 0 {
			shares[d] = record.Number(float64(stopped) / float64(max(made, stopped)))
		}
	}
	if !slices.ContainsFunc(shares, func(s record.Number) bool { return s > 0 }) {
		return nil
	}
	return shares
}

// noteUnsettled says for which rows a later limit could read something else off the same scores, and on what share of the
// test instances.
func (t *Table) noteUnsettled() {
	var rows []string
	for _, row := range t.Rows {
		var where []string
		for d, share := range row.Unsettled {
			if share > 0 {
				where = append(where, fmt.Sprintf("%s %s %%", t.Datasets[d], wording.Percent(float64(share))))
			}
		}
		if len(where) > 0 {
			rows = append(rows, fmt.Sprintf("%s %s (%s)", row.Label, row.Decoder, strings.Join(where, ", ")))
		}
	}
	if len(rows) > 0 {
		t.caution("Stopped at a limit of their own, such as a number of sweeps, before they stood still, share of test instances: %s.", strings.Join(rows, ", "))
	}
}
