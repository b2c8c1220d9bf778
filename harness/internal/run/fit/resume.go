package fit

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"time"

	"github.com/spbench/spbench/harness/internal/record/resume"
)

// resume resumes the fit from its saved state in the run folder. A state that cannot be used is
// noted: the fit only loses time.
func (a *attempt) resume() {
	a.state.written = time.Now()
	var saved savedState
	content, err := resume.State(a.Store.Dir(), a.Key)
	switch {
	case content == nil && err == nil:
		return
	case err == nil:
		err = gob.NewDecoder(bytes.NewReader(content)).Decode(&saved)
	}
	if err == nil && saved.Format != stateFormat {
		err = errors.New("another build of spbench saved it")
	}
	if err != nil {
		a.Note(fmt.Sprintf("warning: %s: starts again from the beginning: its saved state cannot be "+
			"used: %v", a.Fit, err))
		return
	}
	a.state.saved = saved
	t := &a.rec.Times
	t.Resumed, t.Tune, t.TuneCPU = saved.Resumed+1, saved.Tune, saved.TuneCPU
	a.rec.Warnings = saved.Warnings
	a.conditions.after(saved.Measured)
	a.Note(fmt.Sprintf("%s: resumes where an earlier run was interrupted%s", a.Fit, &saved))
}
