// Package stats is the arithmetic behind a table's ± and its marks: summaries,
// tests for paired differences, the correction for making many of them, ranks.
//
// # Which test
//
// Two learners are compared by the differences of their losses on the same
// data, and how the data were divided decides the test:
//
//   - [SignFlip], [MaxT]: one training set, one difference per test instance (a word,
//     an image; never a letter or a pixel, which depend on each other). It speaks of
//     these fits to this training set.
//   - [CorrectedT]: several splits whose training sets share at least half of their
//     instances and whose test sets are disjoint, as in cross-validation. It assumes
//     that training sets cause little of the variance.
//   - [Crossed]: all other splits, such as one fold of ten to learn from, or one test
//     set for all. Training sets and test instances both vary.
//   - [Wilcoxon]: several datasets, one difference of means per dataset.
//
// [MethodOf] chooses among these three. [Jackknife] makes a mean over instances of any other value,
// such as an F1. docs/statistics.md has formulas, sources, and the level and power of each in
// simulations. The simulations are tests of this package and run with SPBENCH_LONG=1.
//
// Each returns a [Test] that also says the smallest p that so many differences give:
// where that is above the level asked for, n is too small to say anything, and
// saying so is the honest result. [Holm] corrects the p of several splits for being
// many, and [MaxT] those of one split.
//
// All results are functions of their arguments alone: the Monte Carlo test
// draws its flips from a fixed seed.
package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Test is the outcome of a two-sided test of "no difference".
type Test struct {
	N      int     // differences
	Effect float64 // mean of all differences
	Err    float64 // standard error of Effect; NaN where there is no estimate of it
	// degrees of freedom of Err; of [Crossed] those with which Student's t has its 95 % interval
	DF    float64
	P     float64 // NaN where the test is undefined
	Floor float64 // the smallest P that N differences can give, whatever their values

	mixture mixture // whose quantiles stand for those of Student's t; zero where they do not
}

// Interval returns the two-sided interval for the mean difference at a level such as 0.95, from
// Student's t with DF degrees of freedom, or of [Crossed] where its P is 1 − level; NaN where Err
// is.
func (t *Test) Interval(level float64) (lo, hi float64) {
	half := t.quantile(0.5+level/2) * t.Err
	return t.Effect - half, t.Effect + half
}

// Detectable returns the smallest true difference that a two-sided t test at level
// alpha finds with that power, given Err: (t₁₋α⸝₂ + t_power)·Err.
func (t *Test) Detectable(alpha, power float64) float64 {
	return (t.quantile(1-alpha/2) + t.quantile(power)) * t.Err
}

func (t *Test) quantile(p float64) float64 {
	switch {
	case t.DF < 1:
		return math.NaN()
	case t.mixture != (mixture{}):
		return t.mixture.upper(1 - p)
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: t.DF}.Quantile(p)
}

// decide sets Err and P from the variance of Effect with so many degrees of freedom.
// None at all says that nothing varied: without a difference P is then 1, else NaN.
func (t *Test) decide(variance, df float64) {
	t.DF, t.Err, t.P = df, math.NaN(), math.NaN()
	const rounding = 1e-12
	switch {
	case df < 1 || math.IsNaN(variance):
	case math.Sqrt(variance) > rounding*math.Abs(t.Effect):
		t.Err = math.Sqrt(variance)
		t.P = twoSidedT(t.Effect/t.Err, df)
	case t.Effect == 0:
		t.P = 1
	}
}

func twoSidedT(t, df float64) float64 {
	dist := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}
	return math.Min(1, 2*dist.Survival(math.Abs(t)))
}
