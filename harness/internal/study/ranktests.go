package study

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
)

// rankTests are the tests over datasets: of all pairs of rows, or of all rows against the control.
// They are Wilcoxon's; if metrics differ, those of signs. A row is named by its index in
// lossTable.rows.
type rankTests struct {
	pairs    [][2]int
	adjusted map[[2]int]float64 // p corrected by Holm
	needed   int                // least number of datasets with which a test can be significant
}

func (o *lossTable) wilcoxon() rankTests {
	control := o.control()
	c := rankTests{adjusted: map[[2]int]float64{}}
	var p []float64
	for i := range o.rows {
		for j := i + 1; j < len(o.rows); j++ {
			if o.t.Against == "" || i == control || j == control {
				c.pairs, p = append(c.pairs, [2]int{i, j}),
					append(p, stats.Wilcoxon(o.differences(i, j), stats.Tolerance(o.losses...)).P)
			}
		}
	}
	c.needed = stats.DatasetsNeeded(len(c.pairs), o.t.Alpha)
	for i, q := range stats.Holm(p) {
		c.adjusted[c.pairs[i]] = q
	}
	return c
}

// testText returns the results of the tests in sentences.
func (o *lossTable) testText(ranking stats.Ranking) (text []string) {
	k, n, c := len(o.rows), len(o.columns), o.wilcoxon()
	if k > 2 {
		text = append(text, fmt.Sprintf(
			"Friedman test of equal mean ranks, with F of Iman and Davenport: F(%d, %d) = %s, p "+
				"= %s.",
			k-1, (k-1)*(n-1), chart.Significant(ranking.F, 3), chart.Significant(ranking.P, 2)))
	}
	family, none := fmt.Sprintf("all %d pairs", len(c.pairs)), "no two rows differ"
	if o.t.Against != "" {
		control := o.control()
		if control < 0 {
			return append(text, fmt.Sprintf("Nothing is tested: the first decoder of the "+
				"control, %s, is not complete on all datasets.", o.t.Against))
		}
		family = fmt.Sprintf("%d comparisons with %s, the declared control", len(c.pairs),
			o.name(control))
		none = "no row differs from it"
	}
	if n < c.needed {
		return append(text, fmt.Sprintf("%d datasets are too few for a significant difference: "+
			"%s with Holm's correction over %s cannot reach p ≤ %s with fewer than %d datasets.",
			n, o.tests, family, chart.Significant(o.t.Alpha, 2), c.needed))
	}
	var differ []string
	for _, pair := range c.pairs {
		if p := c.adjusted[pair]; p <= o.t.Alpha {
			differ = append(differ, fmt.Sprintf("%s and %s (p %s)", o.name(pair[0]), o.name(pair[1]),
				chart.Significant(p, 2)))
		}
	}
	if len(differ) == 0 {
		return append(text, fmt.Sprintf(
			"%s of the means, Holm over %s: %s significantly at α = %s.", o.tests, family,
			none, chart.Significant(o.t.Alpha, 2)))
	}
	return append(text, fmt.Sprintf(
		"%s of the means, Holm over %s, α = %s. These differ: %s.", o.tests, family,
		chart.Significant(o.t.Alpha, 2), strings.Join(differ, "; ")))
}
