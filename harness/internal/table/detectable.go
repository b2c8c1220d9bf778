package table

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// power is that of the difference that a column says it can find.
const power = 0.8

// detect sets what difference the tests of each column find. Each pair stands as the first of the family
// does by Holm, which is the hardest. Joint flips need no more than that, and less where rows are alike.
func (t *Table) detect() {
	flips, rest := familySizes(t.pairs)
	for c := range t.Columns {
		col := &t.Columns[c]
		var all []float64
		for i := range t.pairs {
			p := &t.pairs[i]
			if p.Column != c {
				continue
			}
			col.jointly = p.flips && flips+rest > 1
			col.fewSigns = p.flips && fewSigns(p.Test.N, flips+rest, t.Alpha)
			if finite(p.Test.Err) {
				all = append(all, p.Test.Detectable(t.Alpha/float64(flips+rest), power))
			}
		}
		if col.Detectable = record.Number(stats.Median(all)); col.fewSigns {
			col.Detectable = record.Number(notANumber)
		}
	}
}

// fewSigns reports whether n differences have so few patterns of signs that a pair, however clear, is found
// only if few of the other pairs reach its statistic by chance.
func fewSigns(n, pairs int, alpha float64) bool {
	return stats.FlipFloor(n) > stats.FlipFloor(n+1) && stats.FlipFloor(n)*float64(pairs) > alpha
}

// detectable words that difference; "" where it is not known.
func (c *Column) detectable() string {
	size, unit := float64(c.Detectable), ""
	switch {
	case c.fewSigns:
		return fmt.Sprintf(", too few for a difference that is found with power %g", power)
	case !finite(size):
		return ""
	case c.Metric.Percent:
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
