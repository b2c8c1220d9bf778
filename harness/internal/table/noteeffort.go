package table

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// effortNote is how the note on the columns of effort begins.
const effortNote = "CPU seconds, passes (visits / instances) and oracle calls of the fits: medians"

// noteEffort says what the columns of effort are, and what to hold against them.
func (t *Table) noteEffort(entries []Entry, s *suite.Suite) {
	text := effortNote
	if len(t.Datasets) > 1 {
		text += ", of the datasets the largest"
	}
	if t.hasGap() {
		text += "; gap: (F − bound)/|F| of what a learner minimises, the widest of its fits, F audited, a bound too where dual variables certify it (—: no bound)"
	} else {
		text += "; no gap, as nothing that was minimised has an audited bound"
	}
	if t.anyEffort(func(e *Effort) bool { return e.TuneCPU > 0 }) {
		text += "; tune: CPU seconds of a fit's trials, which the others leave out"
	}
	t.note("%s.", text)
	fits, beside := ownFits(entries), 0
	for _, e := range fits {
		if e.Beside {
			beside++
		}
	}
	if beside > 0 {
		t.note("%d of %d fits were timed beside other workers: their wall seconds are not comparable.", beside, len(fits))
	}
	t.noteResumed(entries)
	t.noteMemory()
	t.noteLoad(fits)
	t.noteMachines(entries, timedOn(s))
	t.noteWall()
	t.noteSweeps(entries)
	t.noteLearnedFrom(entries)
	t.noteRemote(entries)
}

// ownFits returns of each fit that has run, and is no copy of another, the first entry.
func ownFits(entries []Entry) (fits []*Entry) {
	known := map[record.Place]bool{}
	for i := range entries {
		if e := &entries[i]; e.Outcome != (record.Outcome{}) && !known[e.own()] {
			known[e.own()] = true
			fits = append(fits, e)
		}
	}
	return fits
}

// noteSweeps names the learners that did work outside of the oracles, where others did not.
func (t *Table) noteSweeps(entries []Entry) {
	most, others := map[string]int64{}, false
	var labels []string
	for i := range entries {
		e := &entries[i]
		if e.Counts.Sweeps > 0 {
			labels = ordered.Add(labels, e.Label)
		}
		most[e.Label] = max(most[e.Label], e.Counts.Sweeps)
		others = others || e.Counts.Sweeps == 0 && e.Counts.Calls() > 0
	}
	if len(labels) == 0 || !others {
		return
	}
	for i, label := range labels {
		labels[i] = fmt.Sprintf("%s (up to %d)", label, most[label])
	}
	t.note("Sweeps, each an update of every variable of an instance outside of the oracles, are no oracle calls: %s.", strings.Join(labels, ", "))
}

// noteLearnedFrom names the learners that learned from some of the training instances alone.
func (t *Table) noteLearnedFrom(entries []Entry) {
	type place struct{ dataset, label string }
	some := map[place][]*Entry{}
	for i := range entries {
		if e := &entries[i]; e.LearnedFrom > 0 {
			at := place{e.Dataset, e.Label}
			some[at] = append(some[at], e)
		}
	}
	for _, dataset := range t.Datasets {
		var who ordered.Groups[string] // by how many
		for _, row := range t.Rows {
			fits := some[place{dataset, row.Label}]
			if len(fits) == 0 {
				continue
			}
			text := span(fits, func(e *Entry) int { return e.LearnedFrom }, "of") + " " +
				span(fits, func(e *Entry) int { return e.Train + e.Boxes + e.Partial }, "instances")
			who.Add(text, row.Label)
		}
		for text, labels := range who.All() {
			t.note("%s: learned from %s, as the others have unknown labels: %s. Passes are over these, those of a budget over all.",
				dataset, text, strings.Join(labels, ", "))
		}
	}
}

// noteRemote names the learners whose oracle calls went through the harness, where
// those of others did not.
func (t *Table) noteRemote(entries []Entry) {
	var remote []string
	local := false
	for i := range entries {
		e := &entries[i]
		if e.Remote {
			remote = ordered.Add(remote, e.Label)
		}
		local = local || !e.Remote && e.Counts.Calls() > 0
	}
	if local && len(remote) > 0 {
		t.note("%s", RemoteCalls(remote))
	}
}

// RemoteCalls says whose seconds are not to be compared with those of others.
func RemoteCalls(remote []string) string {
	return "The harness made the oracle calls of " + strings.Join(remote, ", ") +
		", and messages carried them; all others were made in the learner's process: compare seconds only within each of the two. Each of those calls is a visit, unless its message goes on about the same instance."
}
