package table

import (
	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table/origin"
	"github.com/spbench/spbench/harness/internal/wording"
)

// A Column is one metric on one dataset.
type Column struct {
	Dataset string     `json:"dataset"`
	Metric  Metric     `json:"metric"`
	Train   [2]int     `json:"train,omitzero"`    // instances to train on: fewest, most; 0: not known
	Weak    [2]int     `json:"weak,omitzero"`     // the same of instances with boxes or hidden labels
	Oracle  string     `json:"oracle,omitempty"`  // for training, with its arguments; "": not known
	Digits  int        `json:"digits"`            // decimals of rounded numbers
	Over    string     `json:"over"`              // what the mean is over
	Spread  string     `json:"spread"`            // what ± is: OverInstances, OverSplits or Deviation
	Test    string     `json:"test,omitempty"`    // the test of the differences
	Detail  string     `json:"detail,omitempty"`  // of the test, on this dataset
	Warning string     `json:"warning,omitempty"` // a weakness of the test
	Silent  string     `json:"silent,omitempty"`  // why there is no test
	Equal   [][]string `json:"-"`                 // names of rows with the same values, counted once
	// Detectable is the difference that the tests find with power 0.8: the median over the pairs with
	// the best row or the control.
	Detectable record.Number `json:"detectable"`

	OneTraining  bool     `json:"one_training_set,omitempty"`
	DataWarnings []string `json:"data_warnings,omitempty"` // of the dataset

	Compared   bool `json:"compared,omitempty"` // rows are compared by this metric
	UpperBound bool `json:"-"`                  // Detectable is an upper bound, as joint sign flips correct p
	FewSigns   bool `json:"-"`                  // too few sign patterns to find any difference with power 0.8

	Equivalence float64 `json:"-"` // as Table.Equivalence; runs of a joint table may differ in it

	method *method
}

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
	// Rival: the row of decoder best stands for this one, or it is a variant. It is in no family of
	// tests.
	Rival   bool          `json:"rival,omitempty"`
	Variant suite.Variant `json:"variant,omitzero"`
	// NotConverged is the share of predictions that did not converge, parallel to Table.Datasets; nil:
	// all converged.
	NotConverged []record.Number `json:"not_converged,omitempty"`
}

// Name returns label and decoder.
func (r *Row) Name() string { return r.Label + " " + r.Decoder }

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

// A Cell is one row in one column.
type Cell struct {
	N       int           `json:"n"` // seeds or splits that Std is over
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

	Published *Published      `json:"published,omitempty"`
	Origins   []origin.Origin `json:"builds,omitempty"` // builds that made the fits

	// ByChoice is the share of the variance between splits due to the chosen parameters
	// ([stats.Between]), and ChoiceP its p; 0: not known.
	ByChoice record.Number `json:"by_choice,omitempty"`
	ChoiceP  record.Number `json:"choice_p,omitempty"`
	Fallen   []int         `json:"fallen,omitempty"` // splits on which it fails ([stats.Fallen])
	Median   record.Number `json:"median,omitempty"` // over splits, if some are Fallen

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

// A Mark is what tests say of a cell beside the best of its column, or the control.
type Mark struct {
	Best       bool          `json:"best"`
	Undecided  bool          `json:"undecided"`         // not significantly different from the best, or from the control
	Level      bool          `json:"level,omitempty"`   // shown to differ less than Table.Equivalence from it
	Control    bool          `json:"control,omitempty"` // the others are tested against it
	Against    string        `json:"against,omitempty"` // the row that Effect and P refer to: label and decoder
	Effect     record.Number `json:"effect"`            // mean difference from that row
	EffectLow  record.Number `json:"effect_low"`        // simultaneous interval of Effect, as Pair.Low
	EffectHigh record.Number `json:"effect_high"`
	P          record.Number `json:"p"`        // of Effect; NaN: not tested
	Floor      record.Number `json:"p_floor"`  // the smallest P that the number of differences or random flips allows
	Adjusted   record.Number `json:"adjusted"` // P, corrected for Table.Comparisons
}

// Sign compares the cell with that row: better +, worse −, level =, not significantly different ~;
// "" if it was not tested.
func (m *Mark) Sign(metric Metric) string {
	switch {
	case !finite(m.Adjusted):
		return ""
	case m.Level:
		return "="
	case m.Undecided:
		return "~"
	case m.Effect > 0 == metric.Higher:
		return "+"
	}
	return "−"
}

var unmarked = Mark{Effect: unknown, EffectLow: unknown,
	EffectHigh: unknown, P: unknown,
	Floor: unknown, Adjusted: unknown}

// A Published is a paper's number for a cell, in the unit of the cell's mean.
type Published struct {
	Mean    record.Number `json:"mean"`
	Std     record.Number `json:"std"`    // NaN: the paper has none
	Digits  int           `json:"digits"` // decimals as printed
	Delta   record.Number `json:"delta"`  // ours − published; NaN: not comparable
	Low     record.Number `json:"low"`    // interval of Delta at level 1−α
	High    record.Number `json:"high"`
	Verdict stats.Verdict `json:"verdict,omitempty"` // that ours agrees or differs, or is open; "": not comparable
	Differs string        `json:"differs,omitempty"` // how the paper's data or protocol differs from ours
	Why     string        `json:"why,omitempty"`     // why Verdict is open: our training did not finish
	Note    int           `json:"note,omitempty"`    // footnote with Differs or Why
}
