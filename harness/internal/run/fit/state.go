package fit

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/sp"
)

// SaveEvery is the default interval at which the state of a fit is saved.
const SaveEvery = 30 * time.Second

// minSaveInterval keeps very short trials from being saved one by one.
const minSaveInterval = time.Second

// state is the saved state of a fit under way.
type state struct {
	saved   savedState // by an earlier run, the part still to be used
	renewed bool       // a state was saved since the fit or trial under way began
	written time.Time  // when the state was saved last
}

// stateFormat is the format of saved states. Others are not used.
const stateFormat = 2

// A savedState is what another run needs to resume a fit.
type savedState struct {
	Format        int            // stateFormat
	Trials        []record.Trial // that have ended
	Under         record.Trial   // after some folds, or the last of Trials
	Tune, TuneCPU record.Number  // seconds of tuning
	Warnings      []string       // of the record
	Resumed       int            // how often the fit was resumed before
	Measured      conditions

	Tuning bool         // a trial is under way
	Params []byte       // of the trial or fit under way
	Fit    sp.Saved     // its state; without State nothing is under way
	Kept   []sp.Stamped // its checkpoints
}

// String tells where a fit is resumed.
func (s *savedState) String() string {
	text := ""
	if n := len(s.Trials); n > 0 {
		text += fmt.Sprintf(", after %d trials", n)
	}
	if s.Fit.State != nil {
		text += fmt.Sprintf(", after %.3g s", s.Fit.Seconds)
	}
	return text
}

// saveState saves the state of the fit or trial with params. A failure is only noted: an
// interrupted run would lose time.
func (a *attempt) saveState(params []byte, fit sp.Saved) {
	s := savedState{
		Format: stateFormat, Trials: a.rec.Trials, Under: a.tuning.under, Tune: a.tuned(),
		TuneCPU: a.rec.Times.TuneCPU, Warnings: a.rec.Warnings, Resumed: a.rec.Times.Resumed,
		Measured: a.conditions,
		Tuning:   a.tuning.active(), Params: params, Fit: fit,
	}
	if fit.State != nil {
		s.Kept = a.kept
	}
	var content bytes.Buffer
	err := gob.NewEncoder(&content).Encode(&s)
	if err == nil {
		err = resume.PutState(a.Store.Dir(), a.Key, content.Bytes())
	}
	if err != nil {
		a.Note(fmt.Sprintf("warning: %s: %v", a.Fit, err))
	}
	a.state.written, a.state.renewed = time.Now(), true
}

// saveTrials saves the trials so far, unless a state was saved just now.
func (a *attempt) saveTrials() {
	if !a.state.written.IsZero() && time.Since(a.state.written) > minSaveInterval {
		a.saveState(nil, sp.Saved{})
	}
}
