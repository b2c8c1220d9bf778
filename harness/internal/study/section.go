package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
	"github.com/spbench/spbench/harness/param"
)

// A Run is the input of all sections. Sections do not change it.
type Run struct {
	Dir     string         // the run folder
	Suite   *suite.Suite   // never nil
	Metrics []table.Metric // of all datasets
	Entries []table.Entry  // with their results
	Table   *table.Table   // of the entries
	Fits    []record.Fit   // with checkpoints and trials
	// Data reads a dataset again, for section "labels"; nil: that is left out.
	Data func(dataset string) (*data.Dataset, error)
}

// Loss returns the first metric on a dataset: rows are compared by it.
func (r *Run) Loss(dataset string) table.Metric {
	return table.MetricsOn(r.Suite, r.Metrics, dataset)[0]
}

// losses returns the first metrics on the datasets, each once.
func (r *Run) losses() (list []table.Metric) {
	for _, d := range r.Table.Datasets {
		m := r.Loss(d)
		if !slices.ContainsFunc(list, func(o table.Metric) bool { return o.Name == m.Name }) {
			list = append(list, m)
		}
	}
	return list
}

// limits names the datasets without a test, and with one training set.
func (r *Run) limits() (text []string) {
	var silent ordered.Groups[string] // datasets, by reason
	var single []string
	for _, c := range r.Table.Columns {
		if c.Compared && c.Silent != "" {
			silent.Add(c.Silent, c.Dataset)
		}
		if c.Compared && c.OneTraining {
			single = ordered.Add(single, c.Dataset)
		}
	}
	for why, datasets := range silent.All() {
		text = append(text, "No test on "+wording.And(datasets)+": "+why+".")
	}
	if single != nil {
		text = append(text, fmt.Sprintf("One training set: the results on %s need not hold for other "+
			"training sets.", wording.And(single)))
	}
	return text
}

// LossWords writes something about each of the first metrics.
func (r *Run) LossWords(of func(table.Metric) string) string {
	var words []string
	for _, m := range r.losses() {
		words = ordered.Add(words, of(m))
	}
	return strings.Join(words, " or ")
}

// lossName returns the name of a metric.
func lossName(m table.Metric) string { return m.Name }

// lossUnit returns the name of a metric with the unit of its differences.
func lossUnit(m table.Metric) string {
	if m.Percent {
		return m.Name + " (in points)"
	}
	return m.Name
}

// A Section is one addition to the table of a run.
type Section struct {
	// one word: NAME of -section, and the anchor on a page
	Name   string         `json:"name"`
	Title  string         `json:"title"`           // a short line
	Empty  string         `json:"empty,omitempty"` // why the rest is empty; "" if it is not
	Text   []string       `json:"text,omitempty"`  // what a reader must know, in paragraphs
	Grid   *grid.Grid     `json:"grid,omitempty"`
	Charts []*chart.Chart `json:"-"`
}

// Print returns the section as a grid with a title and notes, ready to be written in one of
// [grid.Formats]. Charts are left out. If all is true, it shows the rows in Grid.More too.
func (s *Section) Print(all bool) *grid.Grid {
	g := &grid.Grid{}
	if s.Grid != nil {
		if all {
			s.Grid.Rows, s.Grid.More = slices.Concat(s.Grid.Rows, s.Grid.More), nil
		}
		*g = *s.Grid
	}
	g.Title, g.Label, g.Notes, g.Data = s.Title, "tab:"+s.Name, s.Text, s
	if s.Empty != "" {
		g.Notes = []string{s.Empty}
	}
	if n := len(g.Rows); len(g.More) > 0 {
		g.Notes = append(slices.Clone(g.Notes), fmt.Sprintf(
			"%d of %d rows are shown. -all and -format json print all.", n, n+len(g.More)))
	}
	return g
}

// sections lists all sections in the order of a page. To add one, write a function and add a line.
var sections = []struct {
	name  string
	build func(*Run) *Section
}{
	{"summary", summary},
	{"claims", claims},
	{"pairs", pairs},
	{"sensitivity", sensitivity},
	{"effects", effects},
	{"sizes", sizes},
	{"parameters", parameters},
	{"phases", phases},
	{"labels", labels},
}

// Names returns the names of all sections, in the order of a page.
func Names() (names []string) {
	for _, s := range sections {
		names = append(names, s.name)
	}
	return names
}

// Sections builds the sections with these names, or all sections if no name is given. Empty
// sections are included. An unknown name is an error.
func Sections(r *Run, names ...string) ([]*Section, error) {
	for _, name := range names {
		if !slices.Contains(Names(), name) {
			return nil, fmt.Errorf("study: %w", param.Unknown("section", name, Names()))
		}
	}
	var all []*Section
	for _, s := range sections {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		section := s.build(r)
		section.Name = s.name
		stale := func(e table.Entry) bool { return e.Stale }
		if section.Empty != "" && slices.ContainsFunc(r.Entries, stale) {
			section.Empty += " Fits with stale scores are left out. Run the suite again: it " +
				"scores them without refitting."
		}
		all = append(all, section)
	}
	return all, nil
}

// few names the first five of more than six names.
func few(names []string) string { return wording.And(wording.Most(names, 5)) }

// percent writes a share in percent.
func percent(share float64) string { return chart.Significant(100*share, 3) + " %" }

func finite(values ...float64) bool {
	for _, v := range values {
		if v-v != 0 {
			return false
		}
	}
	return true
}
