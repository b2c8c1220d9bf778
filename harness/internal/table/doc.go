// Package table summarises a run in the table that a paper prints.
//
// The steps from records to a printed table:
//
//  1. [FromRecords] adds its record to the [Entry] of each decoder of each fit.
//  2. [NewCells] groups the entries and averages each group into a [Cell].
//  3. [NewTests] tests the differences of the cells, and corrects p for all pairs of rows.
//  4. [Table.Show] selects the rows to show, and marks them by the tests.
//  5. Package notes words the facts of the fits: everything that a reader needs to trust a number.
//  6. Package layout rounds the numbers and writes the table in one of [grid.Formats]. CSV and JSON
//     have the numbers without rounding.
//
// No step changes the value of the step before it, so that value can be used again, for another
// selection or rope without reading the results again. [Build] is steps 2 to 4. Package claims adds
// the numbers and claims of a paper before the fourth, and package notes appends to the table's
// notes after it.
//
// [Table.Under] repeats steps 3 and 4 for another setting, such as another decoder. Package
// sensitivity does so for each choice that the suite names, and adds the [Conclusion] of each pair.
//
// Package figure draws the curves of a run and pictures of test instances.
//
// # Marks
//
// The best complete row of a column is bold, with † if there is one training set; text without bold
// has * for it. Rows shown to be level with it, within a rope or a margin, are bold too, with a =.
// Rows without a significant difference from it have a ~. A ~ does not mean that two rows are equal:
// a note gives the difference that the test would detect. A row with a missing fit shows its mean
// with "(7 of 10)" and is not compared: fewer fits are another protocol.
//
// Only the first metric is compared. The division of the dataset decides the test
// ([stats.MethodOf], docs/statistics.md):
//
//   - One training set: sign flips of the losses of instances, averaged over seeds.
//   - Several: [stats.Layout.Test]. The rows of the run moderate the differences ([stats.Moderate]).
//
// Values that are no mean over instances, such as F1, are tested by their pseudo-values
// ([stats.Jackknife]). The correction covers all pairs of rows in the table, because the tested
// numbers also choose the best row: [stats.FlipPairs] for pairs on one split, [stats.Holm] for those
// of each other column. If the suite declares a control (against), rows are tested only against it and marked +,
// − or ~. A column is not tested if its n is too small to reach the level; the table says so.
//
// ± is the standard error of the row's mean. [Cell] also has the interval of every mean, and the
// simultaneous interval of its difference from the best, by the same method.
//
// # Selection
//
// [Options.Show] selects and orders rows, datasets and metrics after the tests. It changes no p:
// all tests are corrected for the whole table. Bold is the best of the shown rows.
//
// # Gaps
//
// The gap is the distance of a learner from the optimum of its training objective F:
// (F − bound)/|F|, largest over fits. The harness computes F. Dual variables certify the bound, or
// the learner reports it. Notes name rows with a gap above 10 %, and learners that a budget ended.
// CSV, JSON and the records have F and the bound.
//
// # Published numbers
//
// Package claims puts a paper's number beside ours. If data, split and metric are the same, the
// difference follows with a verdict. Otherwise the number is marked ≠, and a footnote says what
// differs. A dataset with other content than the published one has none; the first notes warn of it.
//
// # Tuning
//
// [Row.Tuning] and [Effort] have the choices and the cost of tuning. Notes name learners that were
// not tuned.
package table
