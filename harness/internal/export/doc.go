// Package export writes the results in a run folder for other programs: a line of JSON or CSV for
// each number ([Score]), or for each prediction for a test instance ([Prediction]). It reads
// records one by one and keeps only their places in memory.
package export
