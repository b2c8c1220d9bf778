package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/sp"
)

// lines returns those of format csv: one per row, dataset and metric, with unrounded numbers; a
// number that does not exist is empty.
func (t *Table) lines() [][]string {
	lines := [][]string{{"learner", "decoder", "dataset", "metric", "outcome", "mean", "std", "error", "low", "high", "n", "fits", "planned",
		"best", "undecided", "against", "effect", "effect_low", "effect_high", "p", "p_floor", "p_adjusted", "seconds", "cpu_seconds", "passes",
		"visits", "sweeps", "map_calls", "marginals_calls", "clamped_calls", "conditional_calls", "oracle_calls", "call_us", "call_kind", "memory", "load", "reason", "data_warnings", "builds", "ended", "objective", "bound", "gap", "no_gap",
		"trials", "tune_seconds", "tune_cpu_seconds", "tune_calls", "chosen",
		"published_mean", "published_std", "published_delta", "published_low", "published_high", "published_verdict", "published_differs", "oracle"}}
	for _, row := range t.Rows {
		effort, tuned := map[string]Effort{}, map[string]Tuning{}
		for d, dataset := range t.Datasets {
			effort[dataset] = row.Effort[d]
			if row.Tuning != nil {
				tuned[dataset] = row.Tuning[d]
			}
		}
		for c, cell := range row.Cells {
			col, e := t.Columns[c], effort[t.Columns[c].Dataset]
			outcome := string(cell.Outcome)
			if outcome == "" {
				outcome = "not run"
			}
			reason := ""
			if cell.Note > 0 {
				reason = t.Footnotes[cell.Note-1]
			}
			line := []string{row.Label, row.Decoder, col.Dataset, col.Metric.Name, outcome,
				grid.Exact(cell.Mean), grid.Exact(cell.Std), grid.Exact(cell.Error), grid.Exact(cell.Low), grid.Exact(cell.High), strconv.Itoa(cell.N), strconv.Itoa(cell.Good), strconv.Itoa(cell.Planned),
				strconv.FormatBool(cell.Best), strconv.FormatBool(cell.Undecided), cell.Against, grid.Exact(cell.Effect), grid.Exact(cell.EffectLow), grid.Exact(cell.EffectHigh), grid.Exact(cell.P), grid.Exact(cell.Floor), grid.Exact(cell.Adjusted),
				grid.Exact(e.Seconds), grid.Exact(e.CPUSeconds), grid.Exact(e.Passes),
				grid.Exact(e.Visits), grid.Exact(e.Sweeps), grid.Exact(e.MAP), grid.Exact(e.Marginals), grid.Exact(e.Clamped), grid.Exact(e.Conditional), grid.Exact(e.Calls), grid.Exact(e.CallMicros), e.CallKind, grid.Exact(e.Memory), grid.Exact(e.Load), reason, strings.Join(col.DataWarnings, "; "), csvOrigins(cell.Origins)}
			line = append(line, csvEnds(&e)...)
			tuning := tuned[col.Dataset]
			line = append(line, strconv.Itoa(tuning.Grid+tuning.Added), grid.Exact(e.TuneSeconds), grid.Exact(e.TuneCPU), grid.Exact(e.TuneCalls), csvChosen(tuning.Chosen))
			line = append(line, csvPublished(cell.Published)...)
			lines = append(lines, append(line, col.Oracle))
		}
	}
	return lines
}

// csvEnds returns the columns of how the fits ended; the objective is that of the
// fit with the widest gap.
func csvEnds(e *Effort) []string {
	count := map[sp.End]int{}
	for _, f := range e.Fits {
		count[cmp.Or(f.Ended, "failed")]++
	}
	var ended []string
	for _, way := range slices.Sorted(maps.Keys(count)) {
		ended = append(ended, fmt.Sprintf("%s %d", way, count[way]))
	}
	objective, bound := "", ""
	if worst := e.worst(); worst != nil {
		objective, bound = grid.Exact(worst.Objective), grid.Exact(worst.Bound)
	}
	return []string{strings.Join(ended, ", "), objective, bound, grid.Exact(e.Gap), e.NoGap}
}

// csvPublished returns the columns of a published number.
func csvPublished(p *Published) []string {
	if p == nil {
		return make([]string, 7)
	}
	return []string{grid.Exact(p.Mean), grid.Exact(p.Std), grid.Exact(p.Delta), grid.Exact(p.Low), grid.Exact(p.High), string(p.Verdict), p.Differs}
}
