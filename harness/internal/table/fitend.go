package table

import "github.com/spbench/spbench/harness/internal/record"

// Words for a gap that is not known.
const (
	noBound    = "no bound"    // of the learner's: it claims none, or minimises nothing that the harness knows
	notAudited = "not audited" // F(w) is not known: its oracle is approximate, or its kind is not known
)

// wideGap is the relative gap from which on a fit is named under the table.
const wideGap = 0.1

// ends fills in how the fits of the entries ended.
func (e *Effort) ends(entries []*Entry) {
	e.Gap = record.Number(notANumber)
	for _, entry := range entries {
		if entry.Outcome == (record.Outcome{}) && entry.Ended == "" {
			continue
		}
		nan := record.Number(notANumber)
		end := FitEnd{Split: entry.Split, Seed: entry.Seed, Ended: entry.Ended, Objective: nan, Bound: nan, Gap: nan, MissedMaxima: record.Number(entry.MissedMaxima)}
		if a := entry.Audit; a != nil {
			end.Objective, end.Bound, end.Gap = a.Objective, a.Bound, record.Number(a.RelativeGap())
		}
		e.Fits = append(e.Fits, end)
	}
	worst := e.worst()
	if worst == nil {
		return
	}
	e.Gap = worst.Gap
	switch {
	case finite(float64(e.Gap)):
	case finite(float64(worst.Bound)):
		e.NoGap = notAudited
	default:
		e.NoGap = noBound
	}
}

// worst returns the fit of the widest gap; where none has one, the one of the
// largest bound or else objective. nil: no fit ended well.
func (e *Effort) worst() *FitEnd {
	var worst *FitEnd
	for i := range e.Fits {
		f := &e.Fits[i]
		if f.Ended != "" && (worst == nil || f.worse(worst)) {
			worst = f
		}
	}
	return worst
}

func (f *FitEnd) worse(than *FitEnd) bool {
	for _, pair := range [][2]record.Number{{f.Gap, than.Gap}, {f.Bound, than.Bound}, {f.Objective, than.Objective}} {
		if a, b := float64(pair[0]), float64(pair[1]); finite(a) || finite(b) {
			return !finite(b) || a > b
		}
	}
	return false
}
