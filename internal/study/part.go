package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/suite"
)

// A Run is what parts are made from. Parts change none of it.
type Run struct {
	Suite   *suite.Suite    // never nil
	Metrics []report.Metric // the first is the one that rows are compared by
	Entries []report.Entry  // with what the records say
	Table   *report.Table   // of the entries
	Fits    []record.Fit    // with the checkpoints and trials
}

// A Part is one piece of what a run says beside its table.
type Part struct {
	Name   string         `json:"name"`            // one word: NAME of -part, and its anchor on a page
	Title  string         `json:"title"`           // a short line
	Empty  string         `json:"empty,omitempty"` // why there is nothing to show; the rest is empty then
	Text   []string       `json:"text,omitempty"`  // sentences that a reader must know, a paragraph each
	Grid   *Grid          `json:"grid,omitempty"`
	Charts []*chart.Chart `json:"-"`

	Matrices []*Matrix `json:"-"` // on the page only, as the grid has their numbers
}

// A Grid is a small table of words and rounded numbers.
type Grid struct {
	Head []string   `json:"head"`
	Left int        `json:"-"` // so many columns of words, from the left; the others are numbers
	Rows [][]string `json:"rows"`
	More [][]string `json:"more,omitempty"` // rows that are on the page, and in JSON, but too many for text
}

// All returns the rows with those that are too many for text.
func (g *Grid) All() [][]string { return slices.Concat(g.Rows, g.More) }

// parts are all parts by name, in the order in which a page has them.
var parts = []struct {
	name string
	of   func(*Run) (*Part, error)
}{
	{"claims", claims},
	{"pairs", pairs},
	{"ranks", ranks},
	{"variance", variance},
	{"targets", targets},
	{"tuning", tuning},
	{"sizes", sizes},
	{"calibration", calibration},
}

// Names returns the names of all parts, in the order in which a page has them.
func Names() (names []string) {
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}

// Parts returns the parts of a run with those names, also the empty ones; all of them without names.
func Parts(r *Run, names ...string) ([]*Part, error) {
	for _, name := range names {
		if !slices.Contains(Names(), name) {
			return nil, fmt.Errorf("study: no part is called %q; there are %s", name, strings.Join(Names(), ", "))
		}
	}
	var all []*Part
	for _, p := range parts {
		if len(names) > 0 && !slices.Contains(names, p.name) {
			continue
		}
		part, err := p.of(r)
		if err != nil {
			return nil, err
		}
		part.Name = p.name
		if part.Empty != "" && slices.ContainsFunc(r.Entries, func(e report.Entry) bool { return e.Stale }) {
			part.Empty += " Fits that another spbench scored than scored the rest are left out: run the suite again, which scores them without fitting them."
		}
		all = append(all, part)
	}
	return all, nil
}
