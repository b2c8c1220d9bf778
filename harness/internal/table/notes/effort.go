package notes

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// effort explains the columns of effort.
func effort(t *table.Table) []Note {
	text := "CPU seconds, passes (visits / instances), oracle calls: medians over fits"
	if len(t.Datasets) > 1 {
		text += ", largest over datasets (of passes and convergence also the least)"
	}
	if t.HasGap() {
		text += "; gap: (F − lower bound)/|F| of the training objective F, largest over fits; —: no bound"
	} else {
		text += "; no fit has a gap"
	}
	if t.AnyEffort(func(e *table.Effort) bool { return e.TuneCPU > 0 }) {
		text += "; tune: CPU seconds of the tuning trials, not part of the others"
	}
	if t.UnequalEffort(func(e *table.Effort) record.Number { return e.Converged }) {
		text += "; conv.: fits that ended by a criterion of their own"
	}
	return note("%s.", text)
}

// partialData lists the learners with only some of the training instances.
func partialData(t *table.Table) (all []Note) {
	for _, dataset := range t.Datasets {
		var learners ordered.Groups[string] // by number of instances
		for _, row := range t.Rows {
			fits := slices.DeleteFunc(entriesOn(t, dataset), func(e *table.Entry) bool {
				return e.Label != row.Label || e.LearnedFrom() == 0
			})
			if len(fits) == 0 {
				continue
			}
			text := span(fits, (*table.Entry).LearnedFrom, "of") + " " +
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

// RemoteCalls warns of seconds that include messages. %s are the learners whose oracle calls the
// harness made.
const RemoteCalls = "The harness answered the oracle calls of %s by messages; other learners call oracles in their own process. Compare seconds only within each of the two groups. Each call by message counts as a visit, unless it continues with the same instance."
