package table

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Powers says of each dataset of planned entries, before anything has run, which test its table will make and how
// large a difference must be for the test to find it with power 0.8 as the first of all pairs of rows, or of those with the control of s: in standard
// deviations of the difference, over test instances where there is one split, else over splits (to which the variance of test
// instances adds).
func Powers(entries []Entry, s *suite.Suite) (lines []string) {
	const alpha = 0.05
	g := arrange(pointers(entries))
	rows := 0
	for _, name := range g.rows {
		if placeboOf(s, name.label) == "" {
			rows++
		}
	}
	pairs, what := len(g.datasets)*rows*(rows-1)/2, "pairs"
	if control := s.Against; control != "" {
		pairs, what = len(g.datasets)*(rows-1), "comparisons with "+control
	}
	for _, dataset := range g.datasets {
		judge := g.judge(dataset)
		switch {
		case pairs == 0:
			continue
		case judge.silent != "":
			lines = append(lines, fmt.Sprintf("%s: no test, %s", dataset, judge.silent))
			continue
		}
		err, df, unit := g.unitError(dataset)
		test := stats.Test{Err: err, DF: float64(df)}
		line := fmt.Sprintf("%s: %s; among %d %s it finds ", dataset, judge.test, pairs, what)
		if flips := judge.values != nil; flips && fewSigns(df+1, pairs, alpha) {
			line += fmt.Sprintf("no difference with power %g, as n = %d is small", power, df+1)
		} else {
			line += fmt.Sprintf("a difference of %s standard deviations over %s%s with power %g",
				chart.Significant(test.Detectable(alpha/float64(pairs), power), 3), unit, orSmaller(flips && pairs > 1), power)
		}
		lines = append(lines, line)
	}
	return lines
}

// unitError returns the standard error of a mean difference in standard deviations of the
// difference, and over what these are.
func (g *grouping) unitError(dataset string) (err float64, df int, unit string) {
	splits, e := g.trainingSets(dataset), g.of(dataset)[0]
	if splits == 1 {
		return 1 / math.Sqrt(float64(e.Test)), e.Test - 1, "test instances"
	}
	more := e.Overlap / (1 - e.Overlap)
	if stats.MethodOf(splits, e.Overlap, e.TestOverlap) == stats.CorrectedMean {
		more, _ = g.ratio(dataset)
	}
	return math.Sqrt(1/float64(splits) + more), splits - 1, "splits"
}
