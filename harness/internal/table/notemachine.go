package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// noteMemory says how much memory fits took, from the learner that took least to the one that took most. It is no
// column, as tables fit a terminal; CSV and JSON have it of each row.
func (t *Table) noteMemory() {
	least, most := 0, 0
	peaks := make([]float64, len(t.Rows)) // MB; 0 where not known
	for r, row := range t.Rows {
		for _, e := range row.Effort {
			if finite(float64(e.Memory)) {
				peaks[r] = max(peaks[r], float64(e.Memory)/1e6)
			}
		}
		if peaks[least] == 0 || peaks[r] > 0 && peaks[r] < peaks[least] {
			least = r
		}
		if peaks[r] > peaks[most] {
			most = r
		}
	}
	if len(peaks) == 0 || peaks[most] == 0 {
		return
	}
	text := fmt.Sprintf("%s MB (%s)", wording.Grouped(peaks[least]), t.Rows[least].Label)
	if t.Rows[most].Label != t.Rows[least].Label {
		text += fmt.Sprintf(" to %s MB (%s)", wording.Grouped(peaks[most]), t.Rows[most].Label)
	}
	t.note("Memory at the peak of a learner's process, with data and predictions: %s.", text)
}

// noteLoad says how many fits began on a machine with more to do than it has processors.
func (t *Table) noteLoad(fits []*Entry) {
	known, busy := 0, 0
	var worst *Entry
	for _, e := range fits {
		if e.CPUs == 0 {
			continue
		}
		known++
		if e.Load > float64(e.CPUs) {
			busy++
			if worst == nil || e.Load > worst.Load {
				worst = e
			}
		}
	}
	if busy > 0 {
		t.note("%d of %d fits began while more processes wanted a processor than there are (up to %s on %d): wall seconds are longer for it, CPU seconds somewhat.",
			busy, known, chart.Fixed(worst.Load, 1), worst.CPUs)
	}
}

// noteMachines says which learners were timed where, if not all on one machine. Fits that are taken over from
// another run, or of results that were put together, may be of another one. Where seconds ended fits, on datasets that
// timed says, not even their numbers compare.
func (t *Table) noteMachines(entries []Entry, timed func(dataset string) bool) {
	on := map[string][]string{} // labels by machine
	bySeconds := false
	for i := range entries {
		e := &entries[i]
		if e.Machine != "" {
			on[e.Machine] = ordered.Add(on[e.Machine], e.Label)
		}
		bySeconds = bySeconds || e.Ended == sp.EndedByTime || e.Ended == sp.EndedByBudget && timed(e.Dataset)
	}
	machines := slices.Sorted(maps.Keys(on))
	moved := slices.ContainsFunc(machines, func(m string) bool { return strings.Contains(m, record.MachineSeparator) })
	if len(on) < 2 && !moved {
		return
	}
	var texts []string
	for _, machine := range machines {
		texts = append(texts, fmt.Sprintf("%s (%s)", strings.Join(on[machine], ", "), machine))
	}
	numbers := ""
	if bySeconds {
		numbers = " Nor do the numbers of fits that a budget or a limit of seconds ended: they had the same seconds, not the same machine."
	}
	t.note("Warning: fits were timed on different machines, or by different versions of Go, and their seconds do not compare: %s.%s", strings.Join(texts, "; "), numbers)
}

// timedOn returns which datasets of a suite have a budget of seconds.
func timedOn(s *suite.Suite) func(dataset string) bool {
	return func(dataset string) bool {
		return slices.ContainsFunc(s.Datasets, func(d suite.Dataset) bool {
			b := s.BudgetOn(&d)
			return d.Label == dataset && (b.Seconds > 0 || b.CPUSeconds > 0)
		})
	}
}
