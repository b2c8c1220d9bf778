package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/wording"
)

// fewSplits is the number of splits below which a t test has little power.
const fewSplits = 5

// correctedWarning is under each table with a Nadeau–Bengio test. docs/statistics.md measures the
// number for ten folds.
const correctedWarning = "the test assumes that training sets cause little of the variance: if they cause half of the variance of one split, up to 36 % of equal pairs differ significantly"

// A method is the way to test and to estimate errors on one dataset.
type method struct {
	test, detail, warning string
	silent                string // why differences are not tested; "": they are
	spread                string // as Column.Spread
	byInstance            bool   // it needs values by test instance

	flipped    func(s sample) []float64  // values by test instance, for joint sign flips; nil: the test flips no signs
	mean       func(s sample) stats.Test // standard error and interval of one row
	difference func(s sample) stats.Test // test of the differences of two rows
}

var undefined = stats.Test{Effect: notANumber, Err: notANumber, P: notANumber}

func undefinedTest(sample) stats.Test { return undefined }

// method returns the method of a dataset. It depends on how the dataset was divided.
func (g *grouping) method(dataset string) method {
	m, known := g.methods[dataset]
	if !known {
		m = chooseMethod(g, dataset)
		g.methods[dataset] = m
	}
	return m
}

func chooseMethod(g *grouping, dataset string) method {
	sets, e := g.trainingSets(dataset), g.all[dataset][0]
	kind := stats.MethodOf(sets, e.Overlap, e.TestOverlap)
	if kind == stats.FlippedSigns {
		return signFlips(g, dataset)
	}
	m := method{spread: OverSplits, mean: undefinedTest}
	if sets < fewSplits {
		m.warning = fmt.Sprintf("with %d splits only very large differences can be significant",
			sets)
	}
	ratio, ok := g.ratio(dataset)
	shared := fmt.Sprintf("training sets share %s %%", chart.Significant(100*e.Overlap, 3))
	switch {
	case sets == 2:
		m.silent = "two splits are too few"
	case !finite(e.Overlap):
		m.silent = "the overlap of training sets is not known: run the suite again"
	case e.Overlap >= 1:
		m.silent = "all training sets have the same instances, and differ only in their labels"
	case kind == stats.CrossedMean:
		m.test = fmt.Sprintf("t test over %d splits, with the variance of splits and of test instances", sets)
		m.detail = shared
		if e.Overlap >= stats.SameTraining {
			m.detail += fmt.Sprintf(" and test sets %s %%", chart.Significant(100*e.TestOverlap, 3))
		}
		m.byInstance = true
		m.mean = func(s sample) stats.Test {
			return stats.Crossed(g.merged(dataset, s).known(),
				e.Overlap)
		}
	case kind == stats.NoMethod:
		m.silent = "the overlap of test sets is not known: run the suite again"
	case !ok:
		m.silent = "the sizes of the splits are not known"
	default:
		m.test = fmt.Sprintf("Nadeau–Bengio corrected resampled t test over %d splits", sets)
		m.detail = fmt.Sprintf("n_test/n_train = %s%s, %s", chart.Significant(ratio, 3), countsAll(g.all[dataset]),
			shared)
		m.warning = strings.TrimPrefix(m.warning+"; "+correctedWarning, "; ")
		m.mean = func(s sample) stats.Test {
			return stats.CorrectedT(g.merged(dataset, s).means,
				ratio)
		}
	}
	m.difference = m.mean
	return m
}

// countsAll returns a remark if n_train counts partly labelled instances too; "" if there are none.
func countsAll(entries []*Entry) string {
	if slices.ContainsFunc(entries, func(e *Entry) bool { return e.Boxes+e.Partial > 0 }) {
		return ", n_train with boxes and hidden labels"
	}
	return ""
}

// signFlips is the method for fits to a single training set.
func signFlips(g *grouping, dataset string) method {
	with := func(test func(values []float64) stats.Test) func(sample) stats.Test {
		return func(s sample) stats.Test {
			if s.parts == nil {
				return undefined
			}
			return test(g.merged(dataset, s).known()[0].Values)
		}
	}
	averaged := ""
	seeds := map[any]bool{}
	for _, e := range g.all[dataset] {
		seeds[e.Seed] = true
	}
	if len(seeds) > 1 {
		averaged = ", averaged over " + g.seedWords(dataset)
	}
	return method{
		test:    "sign-flip permutation test by instance" + averaged,
		warning: "they hold for this training set only and do not generalise to the learners",
		spread:  OverInstances, byInstance: true,
		flipped:    func(s sample) []float64 { return g.merged(dataset, s).parts[0].Values },
		mean:       with(func(values []float64) stats.Test { return stats.CorrectedT(values, 0) }),
		difference: with(stats.SignFlip),
	}
}

// tested describes the test instances and splits of a test with n differences.
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
