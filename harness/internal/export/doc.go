// Package export writes the results in a run folder for other programs: a line of JSON or CSV for
// each metric of a row ([Score]), for each prediction for a test instance ([Prediction]), or for each
// weight of a fit ([Weight]). It holds all records in memory, but the predictions of one row at a
// time.
//
// Start with [Scores], [Predictions] and [Weights]; a [Writer] formats their lines.
package export
