// Package export writes the results in a run folder for other programs: a line of JSON or CSV for
// each metric of a row ([Score]), or for each prediction for a test instance ([Prediction]). It
// holds all records in memory, but the predictions of one row at a time.
//
// Start with [Scores] and [Predictions]; a [Writer] formats their lines.
package export
