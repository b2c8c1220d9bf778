package notes

import (
	"fmt"
	"maps"
	"math"
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

// memory gives the range of peak memory over learners. CSV and JSON have it for each row.
func memory(t *table.Table) []Note {
	least, most := 0, 0
	peaks := make([]float64, len(t.Rows)) // MB; 0: not known
	for r, row := range t.Rows {
		for _, e := range row.Effort {
			if finite(e.Memory) {
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
		return nil
	}
	text := fmt.Sprintf("%s MB (%s)", wording.Grouped(peaks[least]), t.Rows[least].Label)
	if t.Rows[most].Label != t.Rows[least].Label {
		text += fmt.Sprintf(" to %s MB (%s)", wording.Grouped(peaks[most]), t.Rows[most].Label)
	}
	return note("Memory at the peak of a learner's process, with data and predictions: %s.", text)
}

// load counts the fits on an overloaded machine.
func load(t *table.Table) []Note {
	known, busy := 0, 0
	var worst *table.Entry
	for _, e := range distinctFits(t) {
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
	if busy == 0 {
		return nil
	}
	return note("%d of %d fits began on an overloaded machine (up to %s busy processes on %d processors). This raises wall seconds, and CPU seconds somewhat.",
		busy, known, chart.Fixed(worst.Load, 1), worst.CPUs)
}

// machines warns if fits were timed on several machines: reused and merged results may come from
// others.
func machines(t *table.Table) []Note {
	on := map[string][]string{} // labels by machine
	moved := false
	for i := range t.Entries {
		if e := &t.Entries[i]; e.Machine != "" && !e.Elsewhere {
			on[e.Machine] = ordered.Add(on[e.Machine], e.Label)
			moved = moved || strings.Contains(e.Machine, record.MachineSeparator)
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
		if e.Shipped != "" {
			labels.Add(e.Machine+"; "+e.Shipped, e.Label)
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
		return e.Ended == sp.EndedByTime || e.Ended == sp.EndedByBudget &&
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

// wallTime lists the learners whose wall seconds are far from their CPU seconds, with the most
// extreme ratio over datasets: they waited, or used several processors.
func wallTime(t *table.Table) []Note {
	const far = 1.3
	var texts []string
	for r, row := range t.Rows {
		if r > 0 && t.Rows[r-1].Label == row.Label {
			continue
		}
		extreme := 0.0 // log of the ratio
		for _, e := range row.Effort {
			if ratio := math.Log(float64(e.Seconds / e.CPUSeconds)); finite(ratio) &&
				math.Abs(ratio) > math.Abs(extreme) {
				extreme = ratio
			}
		}
		if ratio := math.Exp(extreme); math.Abs(extreme) > math.Log(far) {
			texts = append(texts, row.Label+" "+chart.Fixed(ratio,
				wording.Decimals([]float64{ratio})))
		}
	}
	return list("Ratio of wall seconds to CPU seconds, if they differ by a factor above "+
		chart.Significant(far, 3)+": %s.", texts)
}
