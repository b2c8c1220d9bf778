package table

import (
	"cmp"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
)

// OrSmaller marks a detectable difference that is an upper bound.
func OrSmaller(bound bool) string {
	if bound {
		return ", or a smaller one,"
	}
	return ""
}

// PlannedPower describes, for each dataset of planned entries, the test and the difference that it
// detects with [Power]. The level is that of the first of all pairs of rows, or of all comparisons
// with the control of s. The unit is the standard deviation of the difference: over test instances
// for one split, else over splits, to which the variance of test instances adds.
func PlannedPower(entries []Entry, s *suite.Suite) (lines []string) {
	const alpha = 0.05
	g, err := group(entries)
	if err != nil {
		return nil // Build reports it
	}
	rows := 0
	for _, name := range g.rows {
		if row := declaredRow(s, name); !row.Rival {
			rows++
		}
	}
	pairs, noun, with := rows*(rows-1)/2, "pair", ""
	if control := s.Against; control != "" {
		pairs, noun, with = rows-1, "comparison", " with "+control
	}
	methods, tested := map[string]*method{}, 0
	for _, dataset := range g.names {
		methods[dataset] = newMethod(g.datasets[dataset])
		if methods[dataset].silent == "" {
			tested++
		}
	}
	pairs *= max(1, tested)
	for _, dataset := range g.names {
		m := methods[dataset]
		if pairs > 0 && m.silent != "" {
			lines = append(lines, dataset+": no test, "+m.silent)
		} else if pairs > 0 {
			lines = append(lines, dataset+": "+m.test+"; among "+wording.Count(pairs, noun)+with+" it finds "+found(m, rows, pairs, alpha))
		}
	}
	return lines
}

// found describes the difference that one of so many pairs of rows detects.
func found(m *method, rows, pairs int, alpha float64) string {
	err, df, unit := unitError(m, rows)
	flips := m.kind == stats.FlippedSigns
	if flips && fewSigns(df+1, pairs, alpha) {
		return fmt.Sprintf("no difference with power %g, as n = %d is small", Power, df+1)
	}
	test := stats.Test{Err: err, DF: float64(df)}
	size := test.Detectable(alpha/float64(pairs), Power)
	text := fmt.Sprintf("a difference of %s standard deviations over %s%s with power %g",
		chart.Significant(size, 3), unit, OrSmaller(flips && pairs > 1), Power)
	if size > 3 {
		text += "\nhint: few differences are as large: add splits, compare fewer rows, or test them " +
			"against one control"
	}
	return text
}

// unitError returns the standard error of a mean difference, its degrees of freedom, and its unit:
// the standard deviation of the difference over test instances or splits. The degrees include the
// most that a prior of so many rows can add.
func unitError(m *method, rows int) (err float64, df int, unit string) {
	e := m.division.entries[0]
	if m.kind == stats.FlippedSigns {
		n := cmp.Or(e.TestGroups, e.Test)
		return 1 / math.Sqrt(float64(n)), n - 1, "test instances"
	}
	more, prior, unit := e.Overlap/(1-e.Overlap), stats.MostPrior(rows, m.layout.Sets), "splits"
	switch {
	case m.kind == stats.CorrectedMean:
		more, prior = m.layout.Ratio, 0
	case prior > 0:
		unit += ", if all rows vary alike,"
	}
	if df = m.layout.Sets - 1 + int(prior); e.TestGroups > 0 {
		df = min(df, max(1, e.TestGroups-1))
	}
	return math.Sqrt(1/float64(m.layout.Sets) + more), df, unit
}
