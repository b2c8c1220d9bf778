package table

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A Table is the summary of a run: a row per learner and decoder, a column per dataset and metric.
// Its JSON form is the format "json".
type Table struct {
	Title       string        `json:"title"`
	Alpha       float64       `json:"alpha"`
	Comparisons int           `json:"comparisons"`       // tests that p is corrected for
	Against     string        `json:"against,omitempty"` // label of the control; "": all pairs are tested
	Datasets    []string      `json:"datasets"`
	Columns     []Column      `json:"columns"`
	Rows        []Row         `json:"rows"`
	Notes       []string      `json:"notes"`                 // sentences under the table; package notes adds them
	Levels      []NoteLevel   `json:"note_levels"`           // parallel to Notes
	Footnotes   []string      `json:"footnotes"`             // Cell.Note counts from 1
	Source      string        `json:"source,omitempty"`      // of the published numbers
	Margin      record.Number `json:"margin,omitempty"`      // two numbers agree within it; 0: none is set
	Because     string        `json:"because,omitempty"`     // the reason for Margin
	Equivalence float64       `json:"equivalence,omitempty"` // Cell.Level: a smaller difference, as the table prints it
	Claims      []Claim       `json:"claims,omitempty"`      // the paper's, about its numbers
	Declared    []Declaration `json:"declared,omitempty"`
	ResultHash  string        `json:"result_hash"` // SHA-256 of the outcomes without times

	Conclusions []Conclusion `json:"-"` // of pairs, under the choices that the suite names

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

// A Declaration is one thing that the suite declares, and when it was declared, in words.
type Declaration struct {
	What    string `json:"what"` // its kind in one word, and its value
	When    string `json:"when"`
	Dataset string `json:"dataset"`
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

// HasPublished reports whether column c has a published number.
func (t *Table) HasPublished(c int) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Cells[c].Published != nil })
}

// AnyEffort reports whether f holds for the effort of some row on some dataset.
func (t *Table) AnyEffort(f func(*Effort) bool) bool {
	return slices.ContainsFunc(t.Rows, func(row Row) bool {
		return slices.ContainsFunc(row.Effort, func(e Effort) bool { return f(&e) })
	})
}

// UnequalEffort reports whether a number differs between two rows, or two datasets of one.
func (t *Table) UnequalEffort(of func(*Effort) record.Number) bool {
	first := notANumber
	return t.AnyEffort(func(e *Effort) bool {
		v := float64(of(e))
		if !finite(first) {
			first = v
		}
		return finite(v) && v != first
	})
}

// HasGap reports whether any fit has a gap.
func (t *Table) HasGap() bool {
	return t.AnyEffort(func(e *Effort) bool { return finite(e.Gap) })
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

// A view is a choice of rows, columns and datasets of a table, as indices.
type view struct{ rows, columns, datasets []int }

// A Conclusion is what a pair of learners says at the baseline, and whether it does so under all
// choices that the suite names.
type Conclusion struct {
	Pair             // at the baseline, which is the table itself
	Largest float64  // adjusted p at the baseline and under the choices, for all of them; NaN: level
	Word    string   // one of [Words]
	Depends []string // choices that contradict it
	Tested  int      // choices that concern the pair
	Missing []string // others that do, but have no test, and why
}

// Words of conclusions. Robust needs no correction for the number of choices: it takes all tests,
// so its level is at most that of each (intersection-union test, Berger 1982). A single significant
// choice is no conclusion.
const (
	Robust       = "robust"           // significant with one sign, or level, in every choice
	Uncontested  = "not contradicted" // the same at the baseline, and not otherwise under any choice
	Depends      = "depends on"       // another sign, level, or a significant opposite one somewhere
	Inconclusive = "open"             // not significant at the baseline, and not contradicted
)

// Words are all of them.
var Words = []string{Robust, Uncontested, Depends, Inconclusive}

// A Claim is a paper's statement about rows of a dataset, with its outcome on ours.
type Claim struct {
	Dataset string        `json:"dataset"`
	Text    string        `json:"text"`
	Margin  record.Number `json:"margin"`            // as the paper prints numbers, of effort a share; 0: none
	Because string        `json:"because,omitempty"` // the reason for the margin
	Outcome stats.Verdict `json:"outcome"`
	Why     string        `json:"why,omitempty"`     // the reason for the outcome, or what an open claim needs
	Differs string        `json:"differs,omitempty"` // how our data or protocol differs from the paper's
	Effort  bool          `json:"effort,omitempty"`  // Delta, Low and High are ratios of efforts
	Delta   record.Number `json:"delta"`             // ours of the first − ours of the second
	// Simultaneous interval of Delta: those of all claims of the file hold with probability 1−α.
	// Holm's steps decide, so that of a decided claim may contain 0.
	Low  record.Number `json:"low"`
	High record.Number `json:"high"`

	Column *Column    `json:"-"` // of Delta; nil: there is none
	Test   stats.Test `json:"-"` // of Delta
	Alpha  float64    `json:"-"` // 1 − level of the interval
}
