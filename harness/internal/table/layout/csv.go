package layout

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/origin"
	"github.com/spbench/spbench/harness/sp"
)

// csvHeads are the columns of format csv.
var csvHeads = []string{"learner", "decoder", "dataset", "metric", "outcome", "mean", "std",
	"error", "low", "high", "n", "fits", "planned",
	"best", "undecided", "against", "effect", "effect_low", "effect_high", "p", "p_floor",
	"p_adjusted", "seconds", "cpu_seconds", "passes",
	"visits", "sweeps", "map_calls", "marginals_calls", "clamped_calls", "conditional_calls",
	"oracle_calls", "memory", "load", "reason", "data_warnings",
	"builds", "ended", "objective", "bound", "gap",
	"trials", "tune_seconds", "tune_cpu_seconds", "tune_calls", "chosen",
	"published_mean", "published_std", "published_delta", "published_low", "published_high",
	"published_verdict", "published_differs", "oracle", "train_least", "train_most"}

// csvLines returns the lines of format csv: one per row, dataset and metric. Numbers are not
// rounded, and a missing number is empty.
func csvLines(t *table.Table) [][]string {
	lines := [][]string{csvHeads}
	for r := range t.Rows {
		for c := range t.Columns {
			lines = append(lines, csvLine(t, &t.Rows[r], c))
		}
	}
	return lines
}

// csvLine returns the line of a row and a column.
func csvLine(t *table.Table, row *table.Row, c int) []string {
	cell, col := &row.Cells[c], &t.Columns[c]
	d := slices.Index(t.Datasets, col.Dataset)
	e := &row.Effort[d]
	var tuning table.Tuning
	if row.Tuning != nil {
		tuning = row.Tuning[d]
	}
	reason := ""
	if cell.Note > 0 {
		reason = t.Footnotes[cell.Note-1]
	}
	numbers := func(list ...record.Number) (texts []string) {
		for _, v := range list {
			texts = append(texts, grid.Exact(v))
		}
		return texts
	}
	return slices.Concat(
		[]string{row.Label, row.Decoder, col.Dataset, col.Metric.Name,
			cmp.Or(string(cell.Outcome), "not run")},
		numbers(cell.Mean, cell.Std, cell.Error, cell.Low, cell.High),
		[]string{strconv.Itoa(cell.N), strconv.Itoa(cell.Good), strconv.Itoa(cell.Planned),
			strconv.FormatBool(cell.Best), strconv.FormatBool(cell.Undecided), cell.Against},
		numbers(cell.Effect, cell.EffectLow, cell.EffectHigh, cell.P, cell.Floor, cell.Adjusted,
			e.Seconds, e.CPUSeconds, e.Passes, e.Visits, e.Sweeps, e.MAP, e.Marginals, e.Clamped,
			e.Conditional, e.Calls, e.Memory, e.Load),
		[]string{reason, strings.Join(col.DataWarnings, "; "), csvOrigins(cell.Origins)},
		csvEnds(e),
		[]string{strconv.Itoa(tuning.Grid + tuning.Added)}, numbers(e.TuneSeconds, e.TuneCPU,
			e.TuneCalls), []string{csvChosen(tuning.Chosen)},
		csvPublished(cell.Published), []string{col.Oracle, strconv.Itoa(col.Train[0]),
			strconv.Itoa(col.Train[1])})
}

// csvOrigins lists the builds of a cell with their numbers of fits.
func csvOrigins(list []origin.Origin) string {
	var texts []string
	for _, o := range list {
		texts = append(texts, fmt.Sprintf("%d of %s, harness:%s", o.Fits, o.Learner, o.Harness))
	}
	return strings.Join(texts, "; ")
}

// csvChosen writes the choices of tuning as a JSON list of objects, in the order of the fits; "" if
// there are none.
func csvChosen(list []table.Choice) string {
	if len(list) == 0 {
		return ""
	}
	values := make([]map[string]json.RawMessage, len(list))
	for i, c := range list {
		values[i] = c.Values
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic("table: " + err.Error()) // it was JSON
	}
	return string(text)
}

// csvEnds returns the columns on the ends of the fits. Objective and bound are those of the fit
// with the widest gap.
func csvEnds(e *table.Effort) []string {
	count := map[sp.End]int{}
	for _, f := range e.Fits {
		count[cmp.Or(f.Ended, "failed")]++
	}
	var ended []string
	for _, way := range slices.Sorted(maps.Keys(count)) {
		ended = append(ended, fmt.Sprintf("%s %d", way, count[way]))
	}
	objective, bound := "", ""
	if worst := e.Worst(); worst != nil {
		objective, bound = grid.Exact(worst.Objective), grid.Exact(worst.Bound)
	}
	return []string{strings.Join(ended, ", "), objective, bound, grid.Exact(e.Gap)}
}

// csvPublished returns the columns of a published number.
func csvPublished(p *table.Published) []string {
	if p == nil {
		return make([]string, 7)
	}
	return []string{grid.Exact(p.Mean), grid.Exact(p.Std), grid.Exact(p.Delta), grid.Exact(p.Low),
		grid.Exact(p.High), string(p.Verdict), p.Differs}
}
