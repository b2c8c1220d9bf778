package report

import (
	"fmt"

	"github.com/spbench/spbench/internal/stats"
)

// testCounts is testFor on one split by a metric that is a function of counts, which
// add up over instances.
func (col *Column) testCounts(best []*Entry) (func([]*Entry) (stats.Test, error), error) {
	metric := col.Metric
	reference, width := countsOf(best, metric.Name)
	if reference == nil {
		col.Silent = "there is one split, and what the value is made of was not recorded by instance"
		return nil, nil
	}
	n := len(reference[0]) / width
	col.Test = "randomisation test by instance" + averagedOver(len(best))
	col.Detail = "n = " + grouped(float64(n))
	return func(row []*Entry) (stats.Test, error) {
		counts, own := countsOf(row, metric.Name)
		switch {
		case counts == nil || len(counts) != len(reference):
			return stats.Exchange(nil, nil, width, metric.Value), nil
		case own != width || len(counts[0])/own != n:
			return stats.Test{}, fmt.Errorf("report: %s: %s has counts of %d numbers for %d test instances, %s of %d for %d: they did not see the same test set",
				col.Dataset, row[0].Label, own, len(counts[0])/own, best[0].Label, width, n)
		}
		return stats.Exchange(counts, reference, width, metric.Value), nil
	}, nil
}

// countsOf returns the counts of each seed, instances × width; nil if a fit has none.
func countsOf(entries []*Entry, metric string) (counts [][]float64, width int) {
	for _, e := range entries {
		s := e.Instances[metric]
		if s.Width == 0 || s.N() == 0 || counts != nil && (s.Width != width || len(s.Counts) != len(counts[0])) {
			return nil, 0
		}
		counts, width = append(counts, s.Counts), s.Width
	}
	return counts, width
}
