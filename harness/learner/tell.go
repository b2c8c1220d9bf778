package learner

import (
	"math"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A telling tells a person who watches how far a fit is.
type telling struct {
	send   func(counts sp.Counts, values map[string]float64) error
	values func() map[string]float64 // of the learner; nil: none
	alarm  *alarm
}

// tell tells how far the fit is, if it is time.
func (r *run) tell() {
	if !r.telling.alarm.off.Load() {
		return
	}
	defer r.ledger.since(oracle.Answered())
	values := map[string]float64{}
	if r.telling.values != nil {
		for name, v := range r.telling.values() {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				values[name] = v
			}
		}
	}
	_ = r.telling.send(r.counts, values) // a stream that is broken fails the next checkpoint
	r.telling.alarm.reset()
}
