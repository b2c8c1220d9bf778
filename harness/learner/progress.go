package learner

import (
	"maps"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A progress reports the progress of a fit to a person who watches it.
type progress struct {
	send   func(counts sp.Counts, values map[string]float64) error
	values func() map[string]float64 // of the learner; nil: none
	alarm  *alarm
}

// report sends the progress if it is time.
func (r *run) report() {
	if !r.progress.alarm.off.Load() {
		return
	}
	defer r.ledger.since(oracle.Answered())
	values := map[string]float64{}
	if r.progress.values != nil {
		maps.Copy(values, r.progress.values())
		maps.DeleteFunc(values, infinite)
	}
	_ = r.progress.send(r.counts, values) // if the stream is broken, the next checkpoint fails
	r.progress.alarm.reset()
}
