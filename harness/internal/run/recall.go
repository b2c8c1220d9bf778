package run

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// recall takes up what a run before has saved of the fit: in this run folder, else in the other one where the same fit,
// as part of another plan, is furthest on.
func (x *execution) recall() {
	x.wrote = time.Now()
	content, err := resume.State(x.run.store.Dir(), x.Key)
	if content != nil || err != nil {
		if len(content) > 0 || err != nil { // else its learner died of the one elsewhere
			x.take(x.decoded(content, err, x.run.store.Dir(), ""), "")
		}
		return
	}
	var best *saved
	where := ""
	for _, dir := range slices.Concat(x.run.From, x.run.Others) {
		if rundir.Same(dir, x.run.store.Dir()) {
			continue
		}
		content, err := resume.IdleState(dir, x.Key)
		if errors.Is(err, record.ErrInUse) {
			x.run.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %s: does not go on with the state that another run has saved: %v", x.Fit, err)})
			continue
		}
		if s := x.decoded(content, err, dir, " in "+dir); s != nil && (best == nil || s.compare(best) > 0) {
			best, where = s, " in "+dir
		}
	}
	x.take(best, where)
	x.elsewhere = best != nil
}

// compare orders what was saved of one fit by how far on it is.
func (s *saved) compare(t *saved) int {
	done := func(s *saved) int { // trials, and where there are no more to come one more
		if s.Tuning {
			return len(s.Trials)
		}
		return len(s.Trials) + 1
	}
	return cmp.Or(cmp.Compare(done(s), done(t)), cmp.Compare(s.Fit.Counts.Visits+s.Fit.Counts.Sweeps, t.Fit.Counts.Visits+t.Fit.Counts.Sweeps))
}

// decoded returns what content says, saved in run folder dir, the place that where names; nil of no content. Where it is damaged,
// or could not be read because of err, the fit loses time and nothing else.
func (x *execution) decoded(content []byte, err error, dir, where string) *saved {
	if len(content) == 0 && err == nil {
		return nil
	}
	s := new(saved)
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(content)).Decode(s)
	}
	if err == nil && s.KeptBytes > 0 {
		var file keptFile
		if file, err = s.readKept(dir, x.Key); where == "" { // else they are to be written here too
			s.file = file
		}
	}
	if err != nil {
		anew := map[bool]string{true: "begins anew, as "}[where == ""] // else there may be another state
		x.run.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %s: %sits saved state%s cannot be used: %v", x.Fit, anew, where, err)})
		return nil
	}
	return s
}

// take goes on with s, saved in the place that where names; nil is nothing to go on with.
func (x *execution) take(s *saved, where string) {
	if s == nil {
		return
	}
	x.saved = *s
	x.rec.Times.Resumed, x.rec.Times.Tune, x.rec.Times.TuneCPU = s.Resumed+1, s.Tune, s.TuneCPU
	x.rec.Warnings = s.Warnings
	x.measured.after(s.Measured)
	x.run.observe(Event{Kind: Note, Text: fmt.Sprintf("%s: goes on where an earlier run%s was interrupted%s", x.Fit, where, s)})
}

// refuse keeps the state that the fit went on with from being used again: there is none then, or, where it lies in
// another run folder, an empty one here in its place.
func (x *execution) refuse() error {
	if x.elsewhere {
		return resume.PutState(x.run.store.Dir(), x.Key, nil)
	}
	return resume.Drop(x.run.store.Dir(), x.Key)
}
