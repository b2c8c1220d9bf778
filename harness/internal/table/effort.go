package table

import (
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// effort returns the medians over the entries that ended well, and their ends.
func effort(entries []*Entry) Effort {
	median := func(of func(e *Entry) float64) record.Number {
		var v []float64
		for _, e := range entries {
			if e.Outcome.Good() && finite(of(e)) {
				v = append(v, of(e))
			}
		}
		return record.Number(stats.Median(v))
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
		TuneCalls:   median((*Entry).trialCalls),

		CallMicros: median((*Entry).callMicros),
		Memory:     most(entries, func(e *Entry) float64 { return e.Memory }),
		Load:       most(entries, func(e *Entry) float64 { return e.Load }),
	}
	if effort.CallKind = callKind(entries); effort.CallKind == "" {
		effort.CallMicros = record.Number(notANumber)
	}
	effort.ends(entries)
	return effort
}

// most returns the largest of numbers of which 0 is not known; NaN where none is.
func most(entries []*Entry, of func(e *Entry) float64) record.Number {
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

// tuneCPU is what the trials took; NaN where there are some of which it is not known.
func (e *Entry) tuneCPU() float64 {
	if len(e.Trials) > 0 && e.TuneCPU == 0 {
		return notANumber
	}
	return e.TuneCPU
}

// onlyCalls returns the kind and number of the oracle calls of a fit whose calls are all of one
// kind; "" else.
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

// callMicros is the CPU time of the fit for each call, in µs; NaN where they are not of one kind.
func (e *Entry) callMicros() float64 {
	if _, n := e.onlyCalls(); n > 0 {
		return 1e6 * e.CPUSeconds / float64(n)
	}
	return notANumber
}

// callKind returns the kind of all oracle calls of the fits that ended well; "" where there are several.
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
