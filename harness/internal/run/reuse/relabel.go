package reuse

import (
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
)

// Rules say which recorded results are good enough.
type Rules struct {
	Store     *record.Store
	Retry     bool // failed rows are not
	Marginals bool // rows without stored marginals are not
}

// Relabel returns a recorded fit as that of f: in its place, with its labels, and with a mark if
// other sources made it. It is complete unless a row or a file is missing or damaged, or other
// sources scored it; then it has no rows. It is complete without weights.
func (r *Rules) Relabel(f *plan.Fit, old *record.Fit) (rec record.Fit, complete bool) {
	rec = *old
	place := f.Place()
	rec.Suite, rec.Dataset, rec.Label = f.Plan.Suite.Name, place.Dataset, place.Label
	rec.Split, rec.Seed = place.Split, place.Seed
	rec.Kept = Mark(f, old)
	rec.Rows, rec.Times.Rows = nil, nil
	if !r.Store.HasLists(old) {
		return rec, false
	}
	if len(old.Rows) == 0 && !old.Outcome.Good() {
		return rec, true
	}
	var rows []record.Row
	var times []record.Clock
	for i := range f.Learner.Decoders {
		d := &f.Learner.Decoders[i]
		at := slices.IndexFunc(old.Rows, func(row record.Row) bool {
			return f.HasAllOf(old, &row, d) && r.Whole(&row) &&
				!(r.Retry && old.Times.Shipped == "" && (row.Outcome.Failed() || score.CommandFailed(&row)))
		})
		if at < 0 {
			return rec, false
		}
		row := old.Rows[at]
		row.Label = d.Label
		rows, times = append(rows, row), append(times, old.Times.Rows[at])
	}
	rec.Rows, rec.Times.Rows = rows, times
	rec.Warnings = score.WarningsFor(&rec, f.Learner.Decoders)
	EndCurve(&rec, f)
	return rec, true
}

// Whole reports whether the store has the files of a row, with all predictions that are wanted.
func (r *Rules) Whole(row *record.Row) bool {
	return r.Store.HasRow(row) &&
		(!r.Marginals || row.PredictionsFile == "" || row.Requested == score.WithMarginals)
}

// SameLine reports whether relabelling changed nothing.
func SameLine(rec, old *record.Fit) bool {
	return rec.Suite == old.Suite && rec.Place() == old.Place() && maps.Equal(rec.Kept, old.Kept) &&
		slices.EqualFunc(
			rec.Rows, old.Rows, func(a, b record.Row) bool { return a.Key == b.Key && a.Label == b.Label },
		)
}

// EndCurve gives the last checkpoint the loss of the first row.
func EndCurve(rec *record.Fit, f *plan.Fit) {
	if n := len(rec.Checkpoints); n > 0 && len(rec.Rows) > 0 {
		rec.Checkpoints = slices.Clone(rec.Checkpoints)
		rec.Checkpoints[n-1].Loss = score.MetricOf(&rec.Rows[0], f.Dataset.Metrics[0].Name)
	}
}
