package report

import (
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/stats"
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
		TuneCalls:   median((*Entry).trialCalls),
	}
	effort.ends(entries)
	return effort
}
