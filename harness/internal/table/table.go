package table

import (
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// A Table is what a run amounts to: one line per learner and decoder, one column
// per dataset and metric. Its JSON form is the format "json".
type Table struct {
	Title       string   `json:"title"`
	Alpha       float64  `json:"alpha"`
	Comparisons int      `json:"comparisons"`       // the family that p is corrected over
	Against     string   `json:"against,omitempty"` // label of the learner that the others are tested against; "": all pairs are
	Datasets    []string `json:"datasets"`
	Columns     []Column `json:"columns"`
	Rows        []Row    `json:"rows"`
	Notes       []string `json:"notes"`            // what a reader must know, a sentence or two each
	Footnotes   []string `json:"footnotes"`        // Cell.Note counts from 1
	Source      string   `json:"source,omitempty"` // of the published numbers
	// PublishedFrom is the file of the published numbers, where it is not the copy in the run folder.
	PublishedFrom string        `json:"published_from,omitempty"`
	Margin        record.Number `json:"margin,omitempty"` // within which two numbers agree, as the paper prints them; 0 for none
	Claims        []Claim       `json:"claims,omitempty"` // of the paper, about its numbers
	Evidence      string        `json:"evidence"`         // SHA-256 of the outcomes without their times

	first    string                   // name of the metric that rows are compared by
	family   string                   // see Correction
	chosen   string                   // what is shown of the whole; "" for all
	cautions []string                 // those of Notes without which the numbers mislead
	groups   *grouping                // of the entries
	samples  [][]sample               // by row and column
	pairs    []Pair                   // that were tested
	unplaced []*suite.PublishedNumber // those that no cell stands beside
	left     []string                 // datasets whose published numbers are left out, as ours are other data
}

// A Column is one metric on one dataset.
type Column struct {
	Dataset string `json:"dataset"`
	Metric  Metric `json:"metric"`
	Oracle  string `json:"oracle,omitempty"`  // that learners were trained with, with its arguments; "" where it is not known
	Digits  int    `json:"digits"`            // decimals where numbers are rounded
	Over    string `json:"over"`              // what the mean is over
	Spread  string `json:"spread"`            // what ± is
	Test    string `json:"test,omitempty"`    // the test of the differences
	Detail  string `json:"detail,omitempty"`  // of the test, on this dataset
	Warning string `json:"warning,omitempty"` // what weakens the test
	Silent  string `json:"silent,omitempty"`  // why there is none
	// Detectable is the difference that the tests find with power 0.8, half of the pairs
	// needing more and half less.
	Detectable record.Number `json:"detectable"`

	DataWarnings []string `json:"data_warnings,omitempty"` // in which way the dataset is not the published one

	judge    judge
	jointly  bool // p of its family are corrected by joint flips, so that Detectable is an upper bound
	fewSigns bool // no difference is found with power 0.8, as few signs can be flipped
}

// A Row is one learner and decoder.
type Row struct {
	Label   string   `json:"label"`
	Decoder string   `json:"decoder"`
	Shown   string   `json:"shown,omitempty"`  // which labels of the test set its output is shown; rows are compared among those of one protocol
	Cells   []Cell   `json:"cells"`            // parallel to Table.Columns
	Effort  []Effort `json:"effort"`           // parallel to Table.Datasets
	Tuning  []Tuning `json:"tuning,omitempty"` // parallel to Table.Datasets; none where no learner was tuned
	// PlaceboOf is the label of the learner that this one repeats with other seeds; "" for none.
	// Such a row is not compared with others: see Cell.Against.
	PlaceboOf string `json:"placebo_of,omitempty"`
	// Unsettled is the share of the predictions that were stopped before they stood still, parallel to Table.Datasets;
	// none where all stood still.
	Unsettled []record.Number `json:"unsettled,omitempty"`
}

// A Cell is one row in one column.
type Cell struct {
	N          int                `json:"n"` // seeds or splits that Mean and Std are over
	Mean       record.Number      `json:"mean"`
	Std        record.Number      `json:"std"`   // with n−1; NaN for n < 2
	Error      record.Number      `json:"error"` // standard error of the mean, as the test of the column has it
	Low        record.Number      `json:"low"`   // 95 % interval of the mean from that error
	High       record.Number      `json:"high"`
	Good       int                `json:"good"`              // fits with a number
	Partial    int                `json:"partial,omitempty"` // of the good: the last checkpoint of a fit that was stopped
	Planned    int                `json:"planned"`           // fits
	Outcome    record.OutcomeKind `json:"outcome"`           // "" when a fit has not run; else of the fits without a whole number, if any
	Best       bool               `json:"best"`
	Undecided  bool               `json:"undecided"`         // whether it differs from the best, or from the control
	Control    bool               `json:"control,omitempty"` // the others are tested against it
	Against    string             `json:"against,omitempty"` // the row that Effect and P are about: label and decoder
	Effect     record.Number      `json:"effect"`            // mean difference from that row
	EffectLow  record.Number      `json:"effect_low"`        // interval of that difference alone, at level 1−α
	EffectHigh record.Number      `json:"effect_high"`
	P          record.Number      `json:"p"`        // of that difference; NaN where not tested
	Floor      record.Number      `json:"p_floor"`  // the smallest P that so many differences or random flips can give
	Adjusted   record.Number      `json:"adjusted"` // P after the correction for the family of Comparisons
	Note       int                `json:"note,omitempty"`

	Published *Published `json:"published,omitempty"`
	Origins   []Origin   `json:"builds,omitempty"` // of the fits

	Values []Value `json:"values"`

	df     float64 // of Error
	spread string  // what ± is
}

// Complete reports whether every planned fit has a number, and none a partial one.
func (c *Cell) Complete() bool { return c.Good == c.Planned && c.Planned > 0 && c.Partial == 0 }

// A Value is the outcome of one fit.
type Value struct {
	Split   int                `json:"split"`
	Seed    record.Seeds       `json:"seed"`
	Outcome record.OutcomeKind `json:"outcome"`
	Reason  string             `json:"reason,omitempty"`
	Value   record.Number      `json:"value"`
}

// An Effort is what the fits of one learner on one dataset took: medians over
// those that ended well, NaN if none did; and where it led them.
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

	// CPU time of a fit for each of its calls, in µs, with all else that it did: where all are of one kind, which
	// CallKind names; else NaN and "".
	CallMicros record.Number `json:"call_us"`
	CallKind   string        `json:"call_kind,omitempty"`

	Memory record.Number `json:"memory"` // bytes at the peak of a fit's process, the most of the fits; NaN where not known
	Load   record.Number `json:"load"`   // processes that wanted a processor when a fit began, the most of the fits; NaN where not known

	Gap   record.Number `json:"gap"`              // the widest of Fits; NaN where none has one
	NoGap string        `json:"no_gap,omitempty"` // why Gap is NaN: "no bound" or "not audited"
	Fits  []FitEnd      `json:"fits,omitempty"`   // those that have run, by split and seed

	// What the trials of tuning took besides: 0 where there were none.
	TuneSeconds record.Number `json:"tune_seconds"`     // wall
	TuneCPU     record.Number `json:"tune_cpu_seconds"` // NaN where there were trials and it was not recorded
	TuneCalls   record.Number `json:"tune_calls"`       // oracle calls of all kinds
}

// A FitEnd is how a fit ended, and how far from the optimum of what it claims to
// minimise: F at its weights as the harness finds it, and a lower bound on min F, which the harness
// found again where dual variables certify it, and is else the learner's word.
type FitEnd struct {
	Split     int           `json:"split"`
	Seed      record.Seeds  `json:"seed"`
	Ended     sp.End        `json:"ended"` // as record.Fit.Ended; "" where it failed
	Objective record.Number `json:"objective"`
	Bound     record.Number `json:"bound"`
	Gap       record.Number `json:"gap"` // (Objective − Bound)/|Objective|
	// MissedMaxima counts visits without a step, where the oracle is approximate.
	MissedMaxima record.Number `json:"missed_maxima,omitempty"`
}
