package table

import "github.com/spbench/spbench/harness/internal/suite"

// Options say what a table shows.
type Options struct {
	Metrics []Metric  // columns per dataset; rows are compared by the first
	Alpha   float64   // level of the tests; 0 means 0.05
	Digits  int       // decimals of means; 0 means 1 for percentages, else 3
	Show    Selection // rows, datasets and metrics of the table

	Dir string // run folder with the statistics of entries without Instances

	Suite *suite.Suite // of the run; nil: an empty one
}

// A Selection chooses and orders the rows, datasets and metrics to show, by labels and names; nil
// is all of them, in the suite's order. Tests and their correction are those of the whole table. So
// a selection changes no p, and rows may be selected after the results are seen.
type Selection struct{ Datasets, Learners, Decoders, Metrics []string }
