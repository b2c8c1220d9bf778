package fit

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// resume resumes the fit from a saved state: that in this run folder, or else the most advanced one
// of the same fit in other run folders. An empty state in this folder forbids the others.
func (a *attempt) resume() {
	a.state.written = time.Now()
	content, err := resume.State(a.Store.Dir(), a.Key)
	if content != nil || err != nil {
		if len(content) > 0 || err != nil {
			a.resumeFrom(a.decodeState(a.Fit, content, err, a.Store.Dir(), ""), "")
		}
		return
	}
	var best *savedState
	where := ""
	for _, dir := range a.Others {
		if rundir.Same(dir, a.Store.Dir()) {
			continue
		}
		content, err := resume.IdleState(dir, a.Key)
		if errors.Is(err, record.ErrInUse) {
			a.Note(
				fmt.Sprintf(
					"warning: %s: cannot resume from the state that another run saved: %v", a.Fit, err,
				),
			)
			continue
		}
		if s := a.decodeState(a.Fit, content, err, dir, " in "+dir); s != nil &&
			(best == nil || s.compare(best) > 0) {
			best, where = s, " in "+dir
		}
	}
	a.resumeFrom(best, where)
	a.state.elsewhere = best != nil
}

// compare orders states of one fit by progress.
func (s *savedState) compare(t *savedState) int {
	trials := func(s *savedState) int { // and one more after the last trial
		if s.Tuning {
			return len(s.Trials)
		}
		return len(s.Trials) + 1
	}
	return cmp.Or(
		cmp.Compare(trials(s), trials(t)),
		cmp.Compare(
			s.Fit.Counts.Visits+s.Fit.Counts.Sweeps, t.Fit.Counts.Visits+t.Fit.Counts.Sweeps,
		),
	)
}

// decodeState decodes a state saved in run folder dir; nil if content is empty. A damaged state, or
// one that could not be read because of err, is noted: the fit only loses time. where names another
// run folder in notes.
func (s *Session) decodeState(f *plan.Fit, content []byte, err error, dir, where string) *savedState {
	if len(content) == 0 && err == nil {
		return nil
	}
	saved := new(savedState)
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(content)).Decode(saved)
	}
	if err == nil && saved.KeptBytes > 0 {
		var file checkpointFile
		if file, err = saved.readCheckpoints(dir, f.Key); where == "" { // else this folder needs a file, too
			saved.file = file
		}
	}
	if err != nil {
		// else there may be another state
		again := map[bool]string{true: "starts again from the beginning: "}[where == ""]
		s.Note(
			fmt.Sprintf(
				"warning: %s: %sits saved state%s cannot be used: %v", f, again, where, err,
			),
		)
		return nil
	}
	return saved
}

// resumeFrom sets what is known from a saved state; nil is none.
func (a *attempt) resumeFrom(s *savedState, where string) {
	if s == nil {
		return
	}
	a.state.saved = *s
	a.resumed, a.tuning.seconds, a.tuning.cpuSeconds = s.Resumed+1, s.Tune, s.TuneCPU
	a.warnings = s.Warnings
	a.conditions.after(s.Measured)
	a.Note(fmt.Sprintf("%s: resumes where an earlier run%s was interrupted%s", a.Fit, where, s))
}
