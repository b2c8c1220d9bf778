package report

import (
	"fmt"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/stats"
)

// power is that of the difference that a column says it can find.
const power = 0.8

// detect sets what difference the tests of each column find. Each pair stands as the
// first of the family does by Holm, which is the hardest. Joint flips need no more than that, and less where rows are alike.
func (t *Table) detect() {
	for c := range t.Columns {
		var all []float64
		for i := range t.pairs {
			if p := &t.pairs[i]; p.column == c && finite(p.test.Err) {
				all = append(all, p.test.Detectable(t.Alpha/float64(len(t.pairs)), power))
			}
		}
		t.Columns[c].Detectable = record.Number(stats.Median(all))
		t.Columns[c].jointly = len(t.pairs) > 1 && t.jointly()
	}
}

// detectable words that difference; "" where it is not known.
func (c *Column) detectable() string {
	size, unit := float64(c.Detectable), ""
	if !finite(size) {
		return ""
	}
	if c.Metric.Percent {
		size, unit = 100*size, " points"
	}
	return fmt.Sprintf(", finds a difference of %s%s%s with power %g", chart.Fixed(size, c.Digits), unit, orSmaller(c.jointly), power)
}

// orSmaller words that a difference is an upper bound.
func orSmaller(bound bool) string {
	if bound {
		return ", or a smaller one,"
	}
	return ""
}
