// Package table turns the outcomes of a run into the table that a paper prints,
// written as text, Markdown, LaTeX, CSV or JSON, into curves, drawn as SVG, PNG
// or PDF, and into pictures of test images.
//
// An [Entry] is one decoder of one fit; [FromRecords] makes them from a run's
// records. [Build] averages entries into a [Table] of lines (learner × decoder)
// and columns (dataset × metric), tests the differences, and words everything a
// reader must know to believe a number: what ± is over, how many instances, which
// metric, which test, what failed and why. Numbers are rounded only when a table
// is written as text, Markdown or LaTeX; CSV and JSON have them as they are.
//
// # Marks
//
// The best complete row of a column is bold. Rows of which it is undecided whether they
// differ from it are bold too and carry a ~; text without bold has * for the best. A ~ does not say that two rows
// are equal: the difference that the test would find stands under the table. A row of which a fit is missing shows its mean with "(7 of 10)" and
// takes no part: fewer fits are not the same protocol.
//
// Only the first metric is compared. How the dataset was divided decides the test ([stats.MethodOf],
// docs/statistics.md): sign flips of the losses of instances, averaged over seeds, where there is one training
// set; else [stats.Crossed], or [stats.CorrectedT] for cross-validation. Values that are no mean over instances, such
// as an F1, are tested by their pseudo-values ([stats.Jackknife]). The correction is over all pairs of rows
// in the table, as the best row is chosen by the same numbers that are tested: [stats.MaxT] for
// those on one split, [stats.Holm] for the others. With a control that the suite declares (against), rows are
// tested against it alone and marked +, − or ~. A column whose n could
// not reach the level even if all differences agreed is not tested, and the table
// says so.
//
// ± is the standard deviation over splits where there are several, and on one split the standard error over
// test instances; [Cell] has the standard error and interval of every mean, and the interval of its difference from
// the best, by the same rule.
//
// # What is shown
//
// [Options.Show] chooses and orders rows, datasets and metrics; a [Style] says which columns and notes there are, and which way the table lies. A
// choice is made after the tests and changes no p, as all of them are corrected for the whole table; a note says of how many rows those
// shown are. Bold is the best of these.
//
// # Gaps
//
// How far a learner was from what it set out to minimise stands beside what that
// took: (F − bound)/|F|, with F as the harness audited it, and a bound that dual variables certify or that is the learner's word, in the
// fit where it is widest. Where it is above 10 % the row and the dataset are
// named under the table, and so are the learners that a budget cut short. F and
// bound themselves are in CSV, JSON and the records.
//
// # Published numbers
//
// With [Options.Published] the number that a paper printed stands beside ours, in
// a column of its own. Where data, split and metric are the same the difference
// follows, with a ! if it is more than two published standard deviations;
// otherwise the number is marked ≠ and a footnote says what differs. Our numbers,
// their marks and the evidence do not depend on it. Beside a dataset whose content is
// not the published one there is none, and the notes begin with what is wrong with it.
//
// # Tuning
//
// Where parameters were tuned, a note says by what, among how many candidates, at what
// cost and with which choice, and names the learners that were not. [Row.Tuning] and
// [Effort] have it by fit.
//
// # Curves
//
// [NewCurves] collects the checkpoints of a run by dataset, and [Curves.Figure]
// draws objective, gap and test loss against passes, oracle calls and seconds:
// for each learner the median over its fits, as steps, on the band of their
// spread.
//
// # Pictures
//
// A [Picture] shows one instance that is an image, a grid or a photograph divided
// into variables, as panels: image, truth, and for each learner what its outputs say.
package table
