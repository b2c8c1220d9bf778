package report

import (
	"fmt"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/stats"
)

// fewSplits is the number of splits below which a t test has hardly any power.
const fewSplits = 5

// What ± is in a column.
const (
	overInstances = "standard error over test instances"
	overSplits    = "standard deviation over splits"
)

// A judge says how the numbers on one dataset are judged.
type judge struct {
	test, detail, warning string
	silent                string // why differences are not tested; "" if they are
	spread                string // what ± is
	byInstance            bool   // test instances are what it looks at
	flips                 bool   // signs of their differences are flipped

	mean       func(s sample) stats.Test // of one row: its standard error and interval
	difference func(s sample) stats.Test // of the differences of two
}

var undefined = stats.Test{Effect: notANumber, Err: notANumber, P: notANumber}

// judge chooses by how the dataset was divided.
func (g *grouping) judge(dataset string) judge {
	j, known := g.judges[dataset]
	if !known {
		j = g.choose(dataset)
		g.judges[dataset] = j
	}
	return j
}

func (g *grouping) choose(dataset string) judge {
	splits := len(g.splits(dataset))
	if splits == 1 {
		return g.oneSplit(dataset)
	}
	r := judge{spread: overSplits}
	if splits < fewSplits {
		r.warning = fmt.Sprintf("with %d splits only very large differences can be significant", splits)
	}
	r.mean = func(sample) stats.Test { return undefined }
	ratio, ok := g.ratio(dataset)
	switch overlap := g.of(dataset)[0].Overlap; {
	case splits == 2:
		r.silent = "two splits are too few"
	case !finite(overlap):
		r.silent = "what training sets share is not known: run the suite again"
	case overlap < stats.SameTraining:
		r.test = fmt.Sprintf("t test over %d splits, whose variance is that of splits and of test instances", splits)
		r.detail = fmt.Sprintf("training sets share %s %%", chart.Significant(100*overlap, 3))
		r.byInstance = true
		r.mean = func(s sample) stats.Test { return stats.Crossed(s.known(), overlap) }
	case !ok:
		r.silent = "the sizes of the splits are not known"
	default:
		r.test = fmt.Sprintf("Nadeau–Bengio corrected resampled t test over %d splits", splits)
		r.detail = fmt.Sprintf("n_test/n_train = %s%s, training sets share %s %%", chart.Significant(ratio, 3), g.allCounted(dataset), chart.Significant(100*overlap, 3))
		r.mean = func(s sample) stats.Test { return stats.CorrectedT(s.means, ratio) }
	}
	r.difference = r.mean
	return r
}

// oneSplit is the judge where all fits are to one training set.
func (g *grouping) oneSplit(dataset string) judge {
	return judge{
		test:    "sign-flip permutation test by instance" + g.averagedOver(dataset),
		warning: "they are of these fits to this one training set, not of the learners on any",
		spread:  overInstances, byInstance: true, flips: true,
		mean: func(s sample) stats.Test {
			if s.parts == nil {
				return undefined
			}
			return stats.CorrectedT(s.known()[0].Values, 0)
		},
		difference: func(s sample) stats.Test {
			if s.parts == nil {
				return undefined
			}
			return stats.SignFlip(s.known()[0].Values)
		},
	}
}

// tested returns what words how many test instances and splits a test looked at, n being its differences.
func (g *grouping) tested(dataset string) func(n int) string {
	known, splits := len(g.number[dataset]), len(g.splits(dataset))
	return func(n int) string {
		switch {
		case splits == 1:
			return "n = " + grouped(float64(n))
		case known > 0:
			return grouped(float64(known)) + " instances tested, "
		}
		return ""
	}
}

func (g *grouping) averagedOver(dataset string) string {
	if g.seeds(dataset) == 1 {
		return ""
	}
	return ", averaged over " + g.seedWords(dataset)
}
