package study

import (
	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/suite"
)

// A Run is what parts are made from. Parts change none of it.
type Run struct {
	Suite   *suite.Suite
	Metrics []report.Metric // the first is the one that rows are compared by
	Entries []report.Entry  // with what the records say
	Table   *report.Table   // of the entries
	Fits    []record.Fit    // with the checkpoints and trials
}

// A Part is one piece of what a run says beside its table.
type Part struct {
	Name   string         `json:"name"`            // one word: its flag, and its anchor on a page
	Title  string         `json:"title"`           // a short line
	Empty  string         `json:"empty,omitempty"` // why there is nothing to show; the rest is empty then
	Text   []string       `json:"text,omitempty"`  // sentences that a reader must know, a paragraph each
	Grid   *Grid          `json:"grid,omitempty"`
	Charts []*chart.Chart `json:"-"`
}

// A Grid is a small table of words and rounded numbers.
type Grid struct {
	Head []string   `json:"head"`
	Left int        `json:"-"` // so many columns of words, from the left; the others are numbers
	Rows [][]string `json:"rows"`
}

// parts makes all parts, in the order in which a page has them.
var parts = []func(*Run) (*Part, error){
	targets, gaps,
}

// Parts returns all parts of a run, also the empty ones.
func Parts(r *Run) ([]*Part, error) {
	var all []*Part
	for _, of := range parts {
		p, err := of(r)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}
