// Package stats has the statistics behind a table's ± and its marks: summaries, tests for paired
// differences, corrections for multiple tests, means over datasets.
//
// # Which test
//
// Two learners are compared by the differences of their losses on the same data. The division of
// the data decides the test:
//
//   - [FlipPairs]: one training set, one difference per test instance (a word, an image;
//     never a letter or a pixel, which depend on each other). They hold for these fits to this
//     training set.
//   - [Layout.Test]: several splits. Training sets and test instances both vary. If test sets are
//     disjoint and training sets share at least half of their instances, as in cross-validation, it
//     is [CorrectedT], which assumes that training sets cause little of the variance.
//   - [RandomEffects]: several datasets, one log ratio of errors per dataset.
//
// [MethodOf] chooses. [Layout.Test] estimates the parts of the variance by least squares, and takes
// a [Prior] from all rows ([Moderate]). [FlipPairs] gives simultaneous intervals on one split.
// [OrderVerdict] and [EqualVerdict] judge claims. [Layout.Expect] and [Layout.SplitsFor] plan runs.
//
// [Jackknife] turns any other value, such as an F1, into a mean over instances. docs/statistics.md
// has rules and formulas; its appendix has sources, and level and power in simulations. These are
// tests of this package and run with SPBENCH_LONG=1.
//
// Each test returns a [Test]. Its Floor is the smallest p possible with that many differences: if
// it is above the level, n is too small for any result, and the table reports that. [Holm] corrects
// the p of several splits for multiple tests, [FlipPairs] those of one split.
//
// All results are functions of their arguments alone: the Monte Carlo test draws its flips from a
// fixed seed.
package stats

import "math"

// A Test is the outcome of a two-sided test of "no difference".
type Test struct {
	N      int     // differences
	Effect float64 // mean of all differences
	Err    float64 // standard error of Effect; NaN if there is no estimate
	// degrees of freedom of Err; for a mixture of two, those of the Student's t with the same 95 %
	// interval
	DF    float64
	P     float64 // NaN if the test is undefined
	Floor float64 // the smallest P possible with N differences

	// differences by instance need the warning of [Skewed]; set by [OneSplit] and [Layout.Test]
	Skewed bool

	Sources Sources // parts of the variance of one split's mean, from [Layout.Test]

	free, prior float64 // degrees of freedom of test instances and of the prior in [Layout.Test]
	capped      bool    // free limits all degrees of freedom

	mixture mixture // its quantiles replace those of Student's t; zero: not used
}

// Interval returns the two-sided interval for the mean difference at a level such as 0.95, from
// Student's t with DF degrees of freedom or the mixture of [Layout.Test]. It is NaN if
// Err is.
func (t *Test) Interval(level float64) (lo, hi float64) {
	half := t.quantile(0.5+level/2) * t.Err
	return t.Effect - half, t.Effect + half
}

// PAt returns the P of a true difference d: the interval that ends at d has the level 1 − P. It is
// NaN if Err is.
func (t *Test) PAt(d float64) float64 {
	at := (t.Effect - d) / t.Err
	switch {
	case t.DF < 1 || !finite(t.Err):
		return math.NaN()
	case t.mixture != (mixture{}):
		return t.mixture.beyond(at)
	}
	return twoSidedT(at, t.DF)
}

// Detectable returns the smallest true difference that a two-sided t test at level alpha detects
// with the given power, given Err: (t₁₋α⸝₂ + t_power)·Err.
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
	return quantileT(p, t.DF)
}

// decide sets Err and P from the variance of Effect with df degrees of freedom. A variance of 0
// means that nothing varied: P is 1 without a difference, else NaN.
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
	return math.Min(1, 2*survivalT(math.Abs(t), df))
}
