// Package stats is the arithmetic behind a table's ± and its marks: summaries,
// tests for paired differences, the correction for making many of them, ranks.
//
// # Which test
//
// Two learners are compared by the differences of their losses on the same
// data, and the unit of the difference decides the test:
//
//   - [SignFlip]: one split, one difference per test instance (a word, an
//     image; never a letter or a pixel, which depend on each other).
//   - [Exchange]: likewise, where the value is no mean over instances but a
//     function of their counts, such as an F1.
//   - [CorrectedT]: several splits or folds, one difference per split. The
//     training sets overlap, so the ordinary paired t test finds differences
//     where there are none; this one allows for it.
//   - [Wilcoxon]: several datasets, one difference of means per dataset.
//
// Each returns a [Test] that also says the smallest p that so many differences give:
// where that is above the level asked for, n is too small to say anything, and
// saying so is the honest result. [Holm] then corrects all p of one table.
//
// All results are functions of their arguments alone: the Monte Carlo test
// draws its flips from a fixed seed.
package stats

// A Test is the outcome of a two-sided test of "no difference".
type Test struct {
	N      int     // differences
	Effect float64 // mean of all differences
	P      float64 // NaN where the test is undefined
	Floor  float64 // the smallest P that N differences can give, whatever their values
}
