package notes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// load counts the fits on an overloaded machine.
func load(t *table.Table) []Note {
	known, busy := 0, 0
	var worst *table.Entry
	for _, e := range distinctFits(t) {
		if e.Fit.Times.CPUs == 0 {
			continue
		}
		known++
		if float64(e.Fit.Times.Load) > float64(e.Fit.Times.CPUs) {
			busy++
			if worst == nil || e.Fit.Times.Load > worst.Fit.Times.Load {
				worst = e
			}
		}
	}
	if busy == 0 {
		return nil
	}
	return note("%d of %d fits began on an overloaded machine (up to %s busy processes on %d processors). This raises wall seconds, and CPU seconds somewhat.",
		busy, known, chart.Fixed(float64(worst.Fit.Times.Load), 1), worst.Fit.Times.CPUs)
}

// machines warns if fits were timed on several machines: reused and merged results may come from
// others.
func machines(t *table.Table) []Note {
	on := map[string][]string{} // labels by machine
	moved := false
	for i := range t.Entries {
		if e := &t.Entries[i]; e.Fit.Times.Machine != "" && !e.Elsewhere {
			on[e.Fit.Times.Machine] = ordered.Add(on[e.Fit.Times.Machine], e.Label)
			moved = moved || strings.Contains(e.Fit.Times.Machine, record.MachineSeparator)
		}
	}
	if len(on) < 2 && !moved {
		return nil
	}
	var texts []string
	for _, machine := range slices.Sorted(maps.Keys(on)) {
		texts = append(texts, fmt.Sprintf("%s (%s)", strings.Join(on[machine], ", "), machine))
	}
	return note("Warning: fits ran on different machines or Go versions, so their seconds are not comparable: %s.", strings.Join(texts, "; "))
}

// shipped lists the learners with shipped results, by machine and date.
func shipped(t *table.Table) []Note {
	var labels ordered.Groups[string]
	left := ""
	for i := range t.Entries {
		e := &t.Entries[i]
		if e.Fit.Times.Shipped != "" {
			labels.Add(e.Fit.Times.Machine+"; "+e.Fit.Times.Shipped, e.Label)
		}
		if e.Elsewhere {
			left = " Their seconds on the other machine are left out (—)."
		}
	}
	var texts []string
	for where, of := range labels.All() {
		texts = append(texts, fmt.Sprintf("%s (%s)", wording.And(of), where))
	}
	if texts == nil {
		return nil
	}
	return note("Shipped results, not made here: %s.%s", strings.Join(texts, "; "), left)
}

// timedElsewhere warns if a limit in seconds ended fits on one of several machines.
func timedElsewhere(t *table.Table) []Note {
	other := func(e table.Entry) bool { return e.Elsewhere }
	if (machines(t) != nil || slices.ContainsFunc(t.Entries, other)) && slices.ContainsFunc(t.Entries, func(e table.Entry) bool {
		return e.Fit.Ended == sp.EndedByTime || e.Fit.Ended == sp.EndedByBudget &&
			budgetInSeconds(t.Suite, e.Dataset)
	}) {
		return note("Scores of fits that ended at a budget or limit in seconds are not comparable: they ran on different machines or Go versions.")
	}
	return nil
}

// budgetInSeconds reports whether a dataset has a budget in seconds.
func budgetInSeconds(s *suite.Suite, dataset string) bool {
	return slices.ContainsFunc(s.Datasets, func(d suite.Dataset) bool {
		b := s.BudgetOn(&d)
		return d.Label == dataset && (b.Seconds > 0 || b.CPUSeconds > 0)
	})
}
