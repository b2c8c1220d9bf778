package table

import (
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// Reasons for a gap that is not known.
const (
	noBound    = "no bound"    // the learner reports none, or its objective is unknown to the harness
	notAudited = "not audited" // F(w) is not known: its oracle is approximate, or its kind is not known
)

// WideGap is the relative gap above which notes name a fit.
const WideGap = 0.1

// newEffort returns the cost of fits and how they ended.
func newEffort(entries []*Entry) Effort {
	median := func(of func(e *Entry) float64) record.Number {
		var v []float64
		for _, e := range entries {
			if e.Outcome.Good() && finite(of(e)) {
				v = append(v, of(e))
			}
		}
		return record.Number(stats.Median(v))
	}
	most := func(of func(e *Entry) float64) record.Number { // 0 is not known
		v := 0.0
		for _, e := range entries {
			if finite(of(e)) {
				v = max(v, of(e))
			}
		}
		if v == 0 {
			return record.Number(notANumber)
		}
		return record.Number(v)
	}
	effort := Effort{
		Seconds:     median(func(e *Entry) float64 { return e.Seconds }),
		CPUSeconds:  median(func(e *Entry) float64 { return e.CPUSeconds }),
		Passes:      median(func(e *Entry) float64 { return e.Passes }),
		Visits:      median(func(e *Entry) float64 { return float64(e.Counts.Visits) }),
		Sweeps:      median(func(e *Entry) float64 { return float64(e.Counts.Sweeps) }),
		MAP:         median(func(e *Entry) float64 { return float64(e.Counts.MAP) }),
		Marginals:   median(func(e *Entry) float64 { return float64(e.Counts.Marginals) }),
		Clamped:     median(func(e *Entry) float64 { return float64(e.Counts.Clamped) }),
		Conditional: median(func(e *Entry) float64 { return float64(e.Counts.Conditional) }),
		Calls:       median(func(e *Entry) float64 { return float64(e.Counts.Calls()) }),

		TuneSeconds: median(func(e *Entry) float64 { return e.TuneSeconds }),
		TuneCPU:     median((*Entry).tuneCPU),
		TuneCalls:   median((*Entry).TrialCalls),

		CallMicros: median((*Entry).callMicros),
		CallKind:   callKind(entries),
		Memory:     most(func(e *Entry) float64 { return e.Memory }),
		Load:       most(func(e *Entry) float64 { return e.Load }),
	}
	if effort.CallKind == "" {
		effort.CallMicros = record.Number(notANumber)
	}
	effort.setEnds(entries)
	return effort
}

// tuneCPU returns the CPU seconds of the trials; NaN if they were not recorded.
func (e *Entry) tuneCPU() float64 {
	if len(e.Trials) > 0 && e.TuneCPU == 0 {
		return notANumber
	}
	return e.TuneCPU
}

// onlyCalls returns the kind and number of the oracle calls of a fit; "" if they are of several
// kinds, or none.
func (e *Entry) onlyCalls() (kind string, n int64) {
	switch n = e.Counts.Calls(); {
	case n == 0:
		return "", 0
	case n == e.Counts.MAP:
		return "map", n
	case n == e.Counts.Marginals:
		return "marginals", n
	case n == e.Counts.Clamped:
		return "clamped", n
	case n == e.Counts.Conditional:
		return "conditional", n
	}
	return "", 0
}

// callMicros returns the CPU time of the fit per oracle call, in µs; NaN for calls of several
// kinds.
func (e *Entry) callMicros() float64 {
	if _, n := e.onlyCalls(); n > 0 {
		return 1e6 * e.CPUSeconds / float64(n)
	}
	return notANumber
}

// callKind returns the kind of all oracle calls of the fits that ended well; "" for several kinds.
func callKind(entries []*Entry) (kind string) {
	for _, e := range entries {
		if !e.Outcome.Good() {
			continue
		}
		one, _ := e.onlyCalls()
		if one == "" || kind != "" && kind != one {
			return ""
		}
		kind = one
	}
	return kind
}

// setEnds sets Fits, Gap and NoGap.
func (e *Effort) setEnds(entries []*Entry) {
	nan := record.Number(notANumber)
	e.Gap = nan
	for _, entry := range entries {
		if entry.Outcome == (record.Outcome{}) && entry.Ended == "" {
			continue
		}
		end := FitEnd{Split: entry.Split, Seed: entry.Seed, Ended: entry.Ended, Objective: nan,
			Bound: nan, Gap: nan, MissedMaxima: record.Number(entry.MissedMaxima)}
		if a := entry.Audit; a != nil {
			end.Objective, end.Bound, end.Gap = a.Objective, a.Bound, record.Number(a.RelativeGap())
		}
		e.Fits = append(e.Fits, end)
	}
	worst := e.Worst()
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

// Worst returns the fit with the largest gap. If no fit has a gap, it returns the one with the
// largest bound, or else objective; nil if no fit ended well.
func (e *Effort) Worst() *FitEnd {
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
	for _, pair := range [][2]record.Number{{f.Gap, than.Gap}, {f.Bound, than.Bound},
		{f.Objective, than.Objective}} {
		if a, b := float64(pair[0]), float64(pair[1]); finite(a) || finite(b) {
			return !finite(b) || a > b
		}
	}
	return false
}
