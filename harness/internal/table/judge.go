package table

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/wording"
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

	values     func(s sample) []float64  // by test instance, where signs of differences are flipped; else nil
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
	sets, e := g.trainingSets(dataset), g.of(dataset)[0]
	method := stats.MethodOf(sets, e.Overlap, e.TestOverlap)
	if method == stats.FlippedSigns {
		return g.oneSplit(dataset)
	}
	r := judge{spread: overSplits, warning: fewWarning(sets)}
	r.mean = func(sample) stats.Test { return undefined }
	ratio, ok := g.ratio(dataset)
	shared := fmt.Sprintf("training sets share %s %%", chart.Significant(100*e.Overlap, 3))
	switch {
	case sets == 2:
		r.silent = "two splits are too few"
	case !finite(e.Overlap):
		r.silent = "what training sets share is not known: run the suite again"
	case e.Overlap >= 1:
		r.silent = "all training sets have the same instances, and differ only in their labels"
	case method == stats.CrossedMean:
		r.test = fmt.Sprintf("t test over %d splits, whose variance is that of splits and of test instances", sets)
		r.detail = shared
		if e.Overlap >= stats.SameTraining {
			r.detail += fmt.Sprintf(" and test sets %s %%", chart.Significant(100*e.TestOverlap, 3))
		}
		r.byInstance = true
		r.mean = func(s sample) stats.Test { return stats.Crossed(g.merged(dataset, s).known(), e.Overlap) }
	case method == stats.NoMethod:
		r.silent = "what test sets share is not known: run the suite again"
	case !ok:
		r.silent = "the sizes of the splits are not known"
	default:
		r.test = fmt.Sprintf("Nadeau–Bengio corrected resampled t test over %d splits", sets)
		r.detail = fmt.Sprintf("n_test/n_train = %s%s, %s", chart.Significant(ratio, 3), g.allCounted(dataset), shared)
		r.warning = strings.TrimPrefix(r.warning+"; "+correctedWarning, "; ")
		r.mean = func(s sample) stats.Test { return stats.CorrectedT(g.merged(dataset, s).means, ratio) }
	}
	r.difference = r.mean
	return r
}

// correctedWarning stands under each table with a Nadeau–Bengio test. The number is of ten folds in docs/statistics.md.
const correctedWarning = "it assumes that training sets cause little of the variance: where they cause half of that of one split, up to 36 % of equal pairs differ"

func fewWarning(splits int) string {
	if splits >= fewSplits {
		return ""
	}
	return fmt.Sprintf("with %d splits only very large differences can be significant", splits)
}

// oneSplit is the judge where all fits are to one training set.
func (g *grouping) oneSplit(dataset string) judge {
	known := func(s sample) []float64 { return g.merged(dataset, s).known()[0].Values }
	return judge{
		test:    "sign-flip permutation test by instance" + g.averagedOver(dataset),
		warning: "they are of these fits to this one training set, not of the learners on any",
		spread:  overInstances, byInstance: true,
		values: func(s sample) []float64 { return g.merged(dataset, s).parts[0].Values },
		mean: func(s sample) stats.Test {
			if s.parts == nil {
				return undefined
			}
			return stats.CorrectedT(known(s), 0)
		},
		difference: func(s sample) stats.Test {
			if s.parts == nil {
				return undefined
			}
			return stats.SignFlip(known(s))
		},
	}
}

// tested words how many test instances and splits a test of n differences looked at.
func (g *grouping) tested(dataset string, n int) string {
	known := len(g.number[dataset])
	switch {
	case g.trainingSets(dataset) == 1:
		return "n = " + wording.Grouped(float64(n))
	case known > 0:
		return wording.Grouped(float64(known)) + " instances tested, "
	}
	return ""
}

func (g *grouping) averagedOver(dataset string) string {
	if g.seeds(dataset) == 1 {
		return ""
	}
	return ", averaged over " + g.seedWords(dataset)
}
