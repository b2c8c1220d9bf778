package notes

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// effort explains the columns of effort.
func effort(t *table.Table) []Note {
	text := "CPU seconds, passes (visits / instances), oracle calls: medians over fits"
	if len(t.Datasets) > 1 {
		text += ", largest over datasets"
	}
	if t.HasGap() {
		text += "; gap: (F − lower bound)/|F| of the training objective F, largest over fits; —: no bound"
	} else {
		text += "; no fit has a gap"
	}
	if t.AnyEffort(func(e *table.Effort) bool { return e.TuneCPU > 0 }) {
		text += "; tune: CPU seconds of the tuning trials, not part of the others"
	}
	return note("%s.", text)
}

// distinctFits returns the first entry of each finished fit, without copies.
func distinctFits(t *table.Table) (fits []*table.Entry) {
	known := map[record.Place]bool{}
	for i := range t.Entries {
		if e := &t.Entries[i]; e.Outcome() != (record.Outcome{}) && !known[e.Distinct()] {
			known[e.Distinct()] = true
			fits = append(fits, e)
		}
	}
	return fits
}

// concurrentFits counts the fits with others running at the same time.
func concurrentFits(t *table.Table) []Note {
	fits, beside := distinctFits(t), 0
	for _, e := range fits {
		if e.Fit.Times.Concurrent {
			beside++
		}
	}
	if beside == 0 {
		return nil
	}
	return note("%d of %d fits ran at the same time as others: their wall seconds are not comparable.", beside, len(fits))
}

// resumedFits lists the learners with interrupted fits.
func resumedFits(t *table.Table) []Note {
	var labels []string
	fits := map[string]int{} // resumed ones of a label
	for _, e := range distinctFits(t) {
		if e.Fit.Times.Resumed > 0 {
			fits[e.Label]++
			labels = ordered.Add(labels, e.Label)
		}
	}
	for i, label := range labels {
		labels[i] = fmt.Sprintf("%s (%d)", label, fits[label])
	}
	return list("Fits resumed from a saved state after an interruption: %s. Their seconds are sums over processes, without lost work.", labels)
}

// sweeps lists the learners with sweeps outside of the oracles, if others have none.
func sweeps(t *table.Table) []Note {
	most, others := map[string]int64{}, false
	var labels []string
	for i := range t.Entries {
		e := &t.Entries[i]
		if e.Fit.Counts.Sweeps > 0 {
			labels = ordered.Add(labels, e.Label)
		}
		most[e.Label] = max(most[e.Label], e.Fit.Counts.Sweeps)
		others = others || e.Fit.Counts.Sweeps == 0 && e.Fit.Counts.Calls() > 0
	}
	if !others {
		return nil
	}
	for i, label := range labels {
		labels[i] = fmt.Sprintf("%s (up to %d)", label, most[label])
	}
	return list("Sweeps over all variables of an instance outside of the oracles do not count as oracle calls: %s.", labels)
}

// partialData lists the learners with only some of the training instances.
func partialData(t *table.Table) (all []Note) {
	some := map[[2]string][]*table.Entry{} // fits, by dataset and label
	for i := range t.Entries {
		if e := &t.Entries[i]; e.LearnedFrom() > 0 {
			at := [2]string{e.Dataset, e.Label}
			some[at] = append(some[at], e)
		}
	}
	for _, dataset := range t.Datasets {
		var learners ordered.Groups[string] // by number of instances
		for _, row := range t.Rows {
			fits := some[[2]string{dataset, row.Label}]
			if fits == nil {
				continue
			}
			text := span(fits, func(e *table.Entry) int { return e.LearnedFrom() }, "of") + " " +
				span(fits, func(e *table.Entry) int { return e.Train + e.Boxes + e.Partial },
					"instances")
			learners.Add(text, row.Label)
		}
		for text, labels := range learners.All() {
			all = append(all, note("%s: learned from only %s, as the others have unknown labels: %s.",
				dataset, text, strings.Join(labels, ", "))...)
		}
	}
	if all != nil {
		all[len(all)-1] += " A learner with the parameter kappa uses them all with kappa: 1. Tests and marks compare only rows that learned from the same instances; passes count these."
	}
	return all
}

// remoteCalls lists the learners whose oracle calls the harness made, if other learners made their
// own.
func remoteCalls(t *table.Table) []Note {
	var remote []string
	local := false
	for i := range t.Entries {
		e := &t.Entries[i]
		if e.Fit.Remote {
			remote = ordered.Add(remote, e.Label)
		}
		local = local || !e.Fit.Remote && e.Fit.Counts.Calls() > 0
	}
	if !local || len(remote) == 0 {
		return nil
	}
	return note("%s", RemoteCalls(remote))
}

// RemoteCalls warns of seconds that include messages: the harness made the oracle calls of these
// learners.
func RemoteCalls(learners []string) string {
	return "The harness answered the oracle calls of " + strings.Join(learners, ", ") +
		" by messages; other learners call oracles in their own process. Compare seconds only within each of the two groups. Each call by message counts as a visit, unless it continues with the same instance."
}
