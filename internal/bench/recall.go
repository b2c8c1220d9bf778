package bench

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spbench/spbench/internal/record"
)

// recall takes up what a run before has saved of the fit: in this run folder, else in another one, where the same fit
// is part of another plan.
func (x *execution) recall() {
	x.wrote = time.Now()
	content, err := x.run.store.State(x.Key)
	switch {
	case err == nil && content != nil && len(content) == 0: // its learner died of the one elsewhere
		return
	case content != nil || err != nil:
		x.take(content, err, "")
		return
	}
	for _, dir := range slices.Concat(x.run.From, x.run.Others) {
		if record.SameFolder(dir, x.run.store.Dir()) {
			continue
		}
		content, err := record.StateIn(dir, x.Key)
		if errors.Is(err, record.ErrInUse) {
			x.run.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %s: does not go on with the state that another run has saved: %v", x.Fit, err)})
			continue
		}
		if x.take(content, err, " in "+dir) {
			x.elsewhere = true
			return
		}
	}
}

// take goes on with content, saved in the place that where names, and reports whether it could. Where it is damaged,
// or could not be read because of err, the fit loses time and nothing else.
func (x *execution) take(content []byte, err error, where string) bool {
	if len(content) == 0 && err == nil {
		return false
	}
	var s saved
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(content)).Decode(&s)
	}
	if err != nil {
		x.run.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %s: begins anew, as its saved state%s cannot be used: %v", x.Fit, where, err)})
		return false
	}
	x.saved = s
	x.rec.Times.Resumed, x.rec.Times.Tune, x.rec.Times.TuneCPU = s.Resumed+1, s.Tune, s.TuneCPU
	x.rec.Warnings = s.Warnings
	x.measured.after(s.Measured)
	x.run.observe(Event{Kind: Note, Text: fmt.Sprintf("%s: goes on where an earlier run%s was interrupted%s", x.Fit, where, &s)})
	return true
}

// refuse keeps the state that the fit went on with from being used again: there is none then, or, where it lies in
// another run folder, an empty one here in its place.
func (x *execution) refuse() error {
	if x.elsewhere {
		return x.run.store.PutState(x.Key, nil)
	}
	return x.run.store.DropState(x.Key)
}
