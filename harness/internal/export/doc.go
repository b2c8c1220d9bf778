// Package export writes what a run folder holds for other programs: a line of JSON or CSV for each number ([Score]), or for what was predicted for
// each test instance ([Prediction]). Lines are written as records are read: of what was read before only the places are kept.
package export
