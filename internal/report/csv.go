package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/record"
)

// lines returns those of format csv: one per row, dataset and metric, with unrounded numbers; a
// number that does not exist is empty.
func (t *Table) lines() [][]string {
	lines := [][]string{{"learner", "output", "dataset", "metric", "outcome", "mean", "std", "error", "low", "high", "n", "fits", "planned",
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
			line := []string{row.Label, row.Output, col.Dataset, col.Metric.Name, outcome,
				exact(cell.Mean), exact(cell.Std), exact(cell.Error), exact(cell.Low), exact(cell.High), strconv.Itoa(cell.N), strconv.Itoa(cell.Good), strconv.Itoa(cell.Planned),
				strconv.FormatBool(cell.Best), strconv.FormatBool(cell.Undecided), cell.Against, exact(cell.Effect), exact(cell.EffectLow), exact(cell.EffectHigh), exact(cell.P), exact(cell.Floor), exact(cell.Adjusted),
				exact(e.Seconds), exact(e.CPUSeconds), exact(e.Passes),
				exact(e.Visits), exact(e.Sweeps), exact(e.MAP), exact(e.Marginals), exact(e.Clamped), exact(e.Conditional), exact(e.Calls), exact(e.CallMicros), e.CallKind, exact(e.Memory), exact(e.Load), reason, strings.Join(col.DataWarnings, "; "), csvOrigins(cell.Origins)}
			line = append(line, csvEnds(&e)...)
			tuning := tuned[col.Dataset]
			line = append(line, strconv.Itoa(tuning.Grid+tuning.Added), exact(e.TuneSeconds), exact(e.TuneCPU), exact(e.TuneCalls), csvChosen(tuning.Chosen))
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
		objective, bound = exact(worst.Objective), exact(worst.Bound)
	}
	return []string{strings.Join(ended, ", "), objective, bound, exact(e.Gap), e.NoGap}
}

// csvPublished returns the columns of a published number.
func csvPublished(p *Published) []string {
	if p == nil {
		return make([]string, 7)
	}
	return []string{exact(p.Mean), exact(p.Std), exact(p.Delta), exact(p.Low), exact(p.High), string(p.Verdict), p.Differs}
}

// exact writes the shortest decimal that reads back as the same bits.
func exact(v record.Number) string {
	if !finite(float64(v)) {
		return ""
	}
	return strconv.FormatFloat(float64(v), 'g', -1, 64)
}
