package study

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// A Run is what parts are made from. Parts change none of it.
type Run struct {
	Suite   *suite.Suite   // never nil
	Metrics []table.Metric // the first is the one that rows are compared by
	Entries []table.Entry  // with what the records say
	Table   *table.Table   // of the entries
	Fits    []record.Fit   // with the checkpoints and trials
}

// A Part is one piece of what a run says beside its table.
type Part struct {
	Name   string         `json:"name"`            // one word: NAME of -part, and its anchor on a page
	Title  string         `json:"title"`           // a short line
	Empty  string         `json:"empty,omitempty"` // why there is nothing to show; the rest is empty then
	Text   []string       `json:"text,omitempty"`  // sentences that a reader must know, a paragraph each
	Grid   *grid.Grid     `json:"grid,omitempty"`
	Charts []*chart.Chart `json:"-"`

	Matrices []*Matrix `json:"-"` // on the page only, as the grid has their numbers
}

// Write writes the words and the numbers of the part in one of [grid.Formats]; charts are on the
// page only.
func (p *Part) Write(w io.Writer, format string) error {
	g := grid.Grid{}
	if p.Grid != nil {
		g = *p.Grid
	}
	g.Title, g.Label, g.Notes, g.Data = p.Title, "tab:"+p.Name, p.Text, p
	if p.Empty != "" {
		g.Notes = []string{p.Empty}
	}
	if n := len(g.Rows); len(g.More) > 0 {
		g.Notes = append(slices.Clone(g.Notes), fmt.Sprintf("Of %d lines %d are shown here, the others with -all and in -format json.", n+len(g.More), n))
	}
	if err := g.Write(w, format); err != nil {
		return fmt.Errorf("study: %s: %w", p.Name, err)
	}
	return nil
}

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
		if part.Empty != "" && slices.ContainsFunc(r.Entries, func(e table.Entry) bool { return e.Stale }) {
			part.Empty += " Fits that another spbench scored than scored the rest are left out: run the suite again, which scores them without fitting them."
		}
		all = append(all, part)
	}
	return all, nil
}
