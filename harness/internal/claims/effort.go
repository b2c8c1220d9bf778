package claims

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// effortOf returns one of [suite.Efforts] of a fit, without tuning.
func effortOf(e *table.Entry, name string) float64 {
	switch name {
	case "calls":
		return float64(e.Fit.Counts.Calls())
	case "passes":
		return float64(e.Fit.Passes)
	}
	return float64(e.Fit.Times.Fit.CPU)
}

// A unit is a training set, by the first split with it; if there is only one, a fit.
type unit struct {
	split int
	seed  record.Seeds
}

// compareEffort tests the logarithm of the ratio of the efforts of two rows, the first over the
// second. It has one value for each training set, averaged over its fits; on one training set, one
// for each fit. Common training instances count as in [stats.CorrectedT], with f/(1−f) for a share
// f. why is the reason if there is no interval.
func compareEffort(t *table.Table, c *suite.Claim, rows [2]int) (test stats.Test, why string) {
	layout, _ := t.Layout(c.Dataset)
	var logs [2]map[unit][]float64
	for i, r := range rows {
		logs[i] = map[unit][]float64{}
		for _, e := range t.Entries {
			if e.Dataset != c.Dataset || e.Label != t.Rows[r].Label || e.Decoder != t.Rows[r].Decoder ||
				!e.Outcome().Good() {
				continue
			}
			at := unit{e.Split, e.Seed}
			if layout.Sets > 1 {
				if at = (unit{split: e.Split}); e.Training > 0 {
					at.split = e.Training - 1
				}
			}
			if v := math.Log(effortOf(&e, c.Effort)); finite(v) {
				logs[i][at] = append(logs[i][at], v)
			}
		}
	}

	var differences []float64
	for _, at := range slices.SortedFunc(maps.Keys(logs[0]), func(a, b unit) int {
		return cmp.Or(cmp.Compare(a.split, b.split), a.seed.Compare(b.seed))
	}) {
		if second := logs[1][at]; second != nil {
			differences = append(differences,
				stats.Summarize(logs[0][at]).Mean-stats.Summarize(second).Mean)
		}
	}
	ratio := 0.0
	if f := layout.Training; layout.Sets > 1 && f < 1 {
		ratio = f / (1 - f)
	}
	if test = stats.CorrectedT(differences, ratio); test.N < 3 {
		why = fmt.Sprintf("an interval needs 3 fits with %s, not %d", c.Effort, test.N)
	}
	return test, why
}
