package table

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/sp"
)

// A Table is the summary of a run: a row per learner and decoder, a column per dataset and metric.
// Its JSON form is the format "json".
type Table struct {
	Title       string      `json:"title"`
	Alpha       float64     `json:"alpha"`
	Comparisons int         `json:"comparisons"`       // tests that p is corrected for
	Against     string      `json:"against,omitempty"` // label of the control; "": all pairs are tested
	Datasets    []string    `json:"datasets"`
	Columns     []Column    `json:"columns"`
	Rows        []Row       `json:"rows"`
	Notes       []string    `json:"notes"`            // sentences under the table; package notes adds them
	Levels      []NoteLevel `json:"note_levels"`      // parallel to Notes
	Footnotes   []string    `json:"footnotes"`        // Cell.Note counts from 1
	Source      string      `json:"source,omitempty"` // of the published numbers
	// PublishedFrom is the file of the published numbers, if they are not those of the run folder.
	PublishedFrom string        `json:"published_from,omitempty"`
	Margin        record.Number `json:"margin,omitempty"`      // two numbers agree within it; 0: none is set
	Because       string        `json:"because,omitempty"`     // the reason for Margin
	Equivalence   float64       `json:"equivalence,omitempty"` // Cell.Level: a smaller difference, as the table prints it
	Claims        []Claim       `json:"claims,omitempty"`      // the paper's, about its numbers
	// Declared has what the suite declares, and when it was declared, in words.
	Declared   map[string]string `json:"declared,omitempty"`
	ResultHash string            `json:"result_hash"` // SHA-256 of the outcomes without times

	// Context for notes, layout and figures. It is not part of the JSON form.

	Entries    []Entry      `json:"-"` // of the rows and datasets in the table
	Facts      []Fact       `json:"-"` // of their fits
	Suite      *suite.Suite `json:"-"`
	Correction string       `json:"-"` // how p is corrected, in words, for all rows
	Whole      *Size        `json:"-"` // before rows were selected; nil: all are shown
	// BetterHidden names rows that were not selected, but are better than all that were.
	BetterHidden []string                 `json:"-"`
	Numbers      []Claim                  `json:"-"` // our numbers as published ones, within Margin
	Unplaced     []*suite.PublishedNumber `json:"-"` // published numbers without a cell of ours
	LeftOut      []string                 `json:"-"` // datasets without published numbers, as our data differ

	tests *Tests // of the whole run; nil: a joint table
	view  view   // of the rows and columns of tests
}

// A NoteLevel says where a note is printed: notes up to some level are printed together.
type NoteLevel int

const (
	Brief    NoteLevel = iota - 1 // in short notes and on pages, in place of full ones
	Short                         // everywhere: without it, readers are misled
	Full                          // in full notes
	OfEffort                      // in full notes, if a column of effort is shown
	InReport                      // on pages, in CSV and in JSON
)

// A Size counts the rows, datasets and metrics of a table.
type Size struct{ Rows, Datasets, Metrics int }

// A Column is one metric on one dataset.
type Column struct {
	Dataset string `json:"dataset"`
	Metric  Metric `json:"metric"`
	Oracle  string `json:"oracle,omitempty"`  // for training, with its arguments; "": not known
	Digits  int    `json:"digits"`            // decimals of rounded numbers
	Over    string `json:"over"`              // what the mean is over
	Spread  string `json:"spread"`            // what ± is: OverInstances, OverSplits or Deviation
	Test    string `json:"test,omitempty"`    // the test of the differences
	Detail  string `json:"detail,omitempty"`  // of the test, on this dataset
	Warning string `json:"warning,omitempty"` // a weakness of the test
	Silent  string `json:"silent,omitempty"`  // why there is no test
	// Detectable is the difference that the tests find with power 0.8. It is the median over pairs.
	Detectable record.Number `json:"detectable"`

	OneTraining  bool     `json:"one_training_set,omitempty"`
	DataWarnings []string `json:"data_warnings,omitempty"` // of the dataset

	Compared   bool `json:"compared,omitempty"` // rows are compared by this metric
	UpperBound bool `json:"-"`                  // Detectable is an upper bound, as joint sign flips correct p
	FewSigns   bool `json:"-"`                  // too few sign patterns to find any difference with power 0.8

	Equivalence float64 `json:"-"` // as Table.Equivalence; runs of a joint table may differ in it

	method *method
}

// Values of Column.Spread.
const (
	OverInstances = "standard error over test instances"
	OverSplits    = "standard error over splits and test instances"
	Deviation     = "standard deviation over splits" // if there is no standard error
)

// A Row is one learner and decoder.
type Row struct {
	Label   string `json:"label"`
	Decoder string `json:"decoder"`
	// Shown names the test labels that the decoder sees; "" for none. Rows are compared if they see
	// the same labels.
	Shown  string   `json:"shown,omitempty"`
	Cells  []Cell   `json:"cells"`            // parallel to Table.Columns
	Effort []Effort `json:"effort"`           // parallel to Table.Datasets
	Tuning []Tuning `json:"tuning,omitempty"` // parallel to Table.Datasets; nil: no learner was tuned
	// Rival: the row of decoder best stands for this one, which is in no family of tests.
	Rival bool `json:"rival,omitempty"`
	// NotConverged is the share of predictions that did not converge, parallel to Table.Datasets; nil:
	// all converged.
	NotConverged []record.Number `json:"not_converged,omitempty"`
}

// Name returns label and decoder.
func (r *Row) Name() string { return r.Label + " " + r.Decoder }

// A Cell is one row in one column.
type Cell struct {
	N       int           `json:"n"` // seeds or splits that Mean and Std are over
	Mean    record.Number `json:"mean"`
	Std     record.Number `json:"std"`   // with n−1; NaN for n < 2
	Error   record.Number `json:"error"` // standard error of the mean, as in the column's test
	Low     record.Number `json:"low"`   // 95 % interval of the mean from that error
	High    record.Number `json:"high"`
	Good    int           `json:"good"`              // fits with a number
	Partial int           `json:"partial,omitempty"` // of the good: stopped, with a last checkpoint
	Planned int           `json:"planned"`           // fits
	// Learned is the sum over fits of Entry.LearnedFrom; 0: all learned from all instances. Rows are
	// compared if it is equal.
	Learned int                `json:"learned_from,omitempty"`
	Outcome record.OutcomeKind `json:"outcome"` // of the fits without a whole number, if any; "": one has not run
	Mark
	Note int `json:"note,omitempty"`

	Published *Published `json:"published,omitempty"`
	Origins   []Origin   `json:"builds,omitempty"` // builds that made the fits

	Values []Value `json:"values"`
}

// Complete reports whether every planned fit has a whole number.
func (c *Cell) Complete() bool { return c.Good == c.Planned && c.Planned > 0 && c.Partial == 0 }

// A Value is the outcome of one fit.
type Value struct {
	Split   int                `json:"split"`
	Seed    record.Seeds       `json:"seed"`
	Outcome record.OutcomeKind `json:"outcome"`
	Reason  string             `json:"reason,omitempty"`
	Value   record.Number      `json:"value"`
}

// An Effort is the cost of the fits of a learner on a dataset, and how they ended. Numbers are
// medians over the fits that ended well, NaN if none did.
type Effort struct {
	Seconds     record.Number `json:"seconds"`
	CPUSeconds  record.Number `json:"cpu_seconds"`
	Passes      record.Number `json:"passes"`
	Visits      record.Number `json:"visits"`
	Sweeps      record.Number `json:"sweeps"`
	MAP         record.Number `json:"map"`
	Marginals   record.Number `json:"marginals"`
	Clamped     record.Number `json:"clamped"`
	Conditional record.Number `json:"conditional"`
	Calls       record.Number `json:"calls"` // oracle calls of all kinds

	// CallMicros is the CPU time of a fit per oracle call, in µs, other work included. It is NaN
	// unless all calls are of one kind, CallKind.
	CallMicros record.Number `json:"call_us"`
	CallKind   string        `json:"call_kind,omitempty"`

	Memory record.Number `json:"memory"` // peak of a fit's process in bytes, largest over fits; NaN: not known
	Load   record.Number `json:"load"`   // processes that competed for processors as a fit began, largest over fits; NaN: not known

	Gap   record.Number `json:"gap"`              // largest over Fits; NaN: no fit has one
	NoGap string        `json:"no_gap,omitempty"` // why Gap is NaN: "no bound" or "not audited"
	Fits  []FitEnd      `json:"fits,omitempty"`   // those that have run, by split and seed

	// Cost of the trials of tuning, on top of the above: 0 if there were none.
	TuneSeconds record.Number `json:"tune_seconds"`     // wall
	TuneCPU     record.Number `json:"tune_cpu_seconds"` // NaN: not recorded
	TuneCalls   record.Number `json:"tune_calls"`       // oracle calls of all kinds
}

// A FitEnd is how a fit ended, and its distance from the optimum of its training objective F.
type FitEnd struct {
	Split     int           `json:"split"`
	Seed      record.Seeds  `json:"seed"`
	Ended     sp.End        `json:"ended"`            // as record.Fit.Ended; "": it failed
	AsSet     bool          `json:"as_set,omitempty"` // at the length of training that the suite sets
	Objective record.Number `json:"objective"`        // F at the weights, as the harness computes it
	// Bound is a lower bound on min F: the harness computes it from dual variables, or else the
	// learner reports it.
	Bound record.Number `json:"bound"`
	Gap   record.Number `json:"gap"` // (Objective − Bound)/|Objective|
	// MissedMaxima counts visits without a step, if the oracle is approximate.
	MissedMaxima record.Number `json:"missed_maxima,omitempty"`
}

// Metrics returns the metrics of the columns, each once.
func (t *Table) Metrics() (list []Metric) {
	for _, c := range t.Columns {
		if !slices.ContainsFunc(list, func(m Metric) bool { return m.Name == c.Metric.Name }) {
			list = append(list, c.Metric)
		}
	}
	return list
}

// Changed reports whether our data of a dataset differ from the published data.
func (t *Table) Changed(dataset string) bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool {
		return c.Dataset == dataset && slices.ContainsFunc(c.DataWarnings, func(w string) bool {
			return strings.Contains(w, "not the published")
		})
	})
}

// AnyEffort reports whether f holds for the effort of some row on some dataset.
func (t *Table) AnyEffort(f func(*Effort) bool) bool {
	return slices.ContainsFunc(t.Rows, func(row Row) bool {
		for d := range row.Effort {
			if f(&row.Effort[d]) {
				return true
			}
		}
		return false
	})
}

// HasGap reports whether any fit has a gap.
func (t *Table) HasGap() bool {
	return t.AnyEffort(func(e *Effort) bool { return finite(float64(e.Gap)) })
}

// Difference writes a difference of two values of the column, with one decimal more than the table.
func (c *Column) Difference(v float64) string {
	return wording.Signed(c.Metric.Scale()*v, c.Digits+1)
}

// Deviation writes a standard deviation of values of the column, with one decimal more than the
// table; "" if it is not known.
func (c *Column) Deviation(v float64) string {
	if !finite(v) {
		return ""
	}
	return chart.Fixed(c.Metric.Scale()*v, c.Digits+1)
}

// FindRow returns the index of a row, or -1.
func (t *Table) FindRow(label, decoder string) int {
	return slices.IndexFunc(t.Rows, func(r Row) bool { return r.Label == label && r.Decoder == decoder })
}

// FindColumn returns the index of a column, or -1.
func (t *Table) FindColumn(dataset, metric string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool {
		return c.Dataset == dataset && c.Metric.Name == metric
	})
}

// Before returns the label of a learner for rows of an earlier build.
func Before(label string) string { return label + " (before)" }
