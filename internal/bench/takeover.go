package bench

import (
	"fmt"

	"github.com/spbench/spbench/internal/record"
)

// takeOver returns the planned fits that other run folders have and the store has not, with exactly the same key, and puts what was
// fitted into the store. A fit does not depend on all of its suite: one with another metric or output, or one learner more, is another plan, in a
// folder of its own.
func (r *run) takeOver(own []record.Fit) (taken []record.Fit, err error) {
	wanted := map[string]bool{}
	for _, f := range r.Fits {
		wanted[f.Key] = true
	}
	for i := range own {
		delete(wanted, own[i].Key)
	}
	for _, dir := range r.From {
		if _, err := record.Plan(dir); err != nil { // it is no run folder
			return nil, err
		}
		fits, warnings, err := record.Load(dir)
		if err != nil {
			return nil, err
		}
		for _, w := range warnings {
			r.observe(Event{Kind: Note, Text: "warning: " + w})
		}
		var found []record.Fit
		for _, f := range fits {
			if !wanted[f.Key] || f.WeightsFile == "" || !f.Outcome.Good() {
				continue
			}
			weights, err := record.Weights(dir, f.WeightsFile)
			if err == nil {
				_, err = r.store.PutWeights(weights)
			}
			if err != nil {
				return nil, err
			}
			delete(wanted, f.Key)
			found = append(found, f)
		}
		if err := record.ReadStatistics(dir, found); err != nil { // for the lists of instances
			return nil, err
		}
		taken = append(taken, found...)
		text := fmt.Sprintf("%d fits are taken over from %s", len(found), dir)
		if len(found) == 0 && len(wanted) > 0 {
			text += ": none is the same, down to the builds of its learner and of spbench"
		}
		r.observe(Event{Kind: Note, Text: text})
	}
	return taken, nil
}
