package table

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
)

// effortOf returns one of [suite.Efforts] of a fit, without tuning.
func effortOf(e *Entry, name string) float64 {
	switch name {
	case "calls":
		return float64(e.Counts.Calls())
	case "passes":
		return e.Passes
	}
	return e.CPUSeconds
}

// compareEffort tests the logarithm of the ratio of the efforts of two rows, the first over the
// second. It has one value for each training set, averaged over seeds; on one training set, one for
// each fit. Common training instances count as in [stats.CorrectedT], with f/(1−f) for a share f.
// why is the reason if there is no interval.
func compareEffort(t *Table, c *suite.Claim, rows [2]int) (test stats.Test, why string) {
	g := t.groups
	sets, shared, ratio := g.trainingSets(c.Dataset), g.all[c.Dataset][0].Overlap, 0.0
	var logs [2]sample
	for i, r := range rows {
		var fits []*Entry
		for k, e := range g.at[place{rowName{t.Rows[r].Label, t.Rows[r].Decoder}, c.Dataset}] {
			fit := Entry{Split: e.Split, Metrics: map[string]float64{}}
			if e.Outcome.Good() {
				fit.Metrics[c.Effort] = math.Log(effortOf(e, c.Effort))
			}
			if sets == 1 {
				fit.Split = k
			}
			fits = append(fits, &fit)
		}
		logs[i].splits, logs[i].means = splitMeans(fits, c.Effort)
	}
	diff, _ := logs[0].minus(logs[1]) // no instances, no error
	if sets > 1 && shared < 1 {
		diff, ratio = g.merged(c.Dataset, diff), shared/(1-shared)
	}
	if test = stats.CorrectedT(diff.means, ratio); test.N < 3 {
		why = fmt.Sprintf("an interval needs 3 fits with %s, not %d", c.Effort, test.N)
	}
	return test, why
}
