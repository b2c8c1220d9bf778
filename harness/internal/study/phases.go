package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// closeShare is the share of the best row's error within which the second row is level with it.
const closeShare = 0.1

// A phase is the outcome of one cell of a panel.
type phase struct {
	best         string // row; "": no two rows are complete, or rows learned from different instances
	level, clear bool
	near         int // rows within a tenth of its error, with itself
	hint         string
}

// text names the best row, or the best row with a question mark, or the number of level rows.
func (p *phase) text() string {
	if p.level {
		return fmt.Sprintf("%d level", p.near)
	}
	return p.label()
}

// label is the text without the number.
func (p *phase) label() string {
	switch {
	case p.level:
		return "level"
	case p.clear || p.best == "":
		return p.best
	}
	return p.best + "?"
}

// newPhase compares the rows of a dataset. Its family are the pairs of this dataset: intervals are
// those of their tests at level 1 − α/m for m pairs.
func newPhase(t *table.Table, dataset string, all []table.Pair) (f phase) {
	var pairs []table.Pair
	wins := map[int]int{} // by row
	for _, p := range all {
		if t.Columns[p.Column].Dataset != dataset {
			continue
		}
		if !ahead(t, &p) {
			p = p.Reverse()
		}
		pairs = append(pairs, p)
		wins[p.A]++
	}
	if len(pairs) == 0 || t.Unequal(pairs[0].Column) {
		return f
	}
	// A best row comes first in all its pairs.
	best := slices.MaxFunc(pairs, func(a, b table.Pair) int {
		return cmp.Compare(wins[a.A], wins[b.A])
	})
	lead, col := best.A, &t.Columns[best.Column]
	mean := float64(t.Rows[lead].Cells[best.Column].Mean)
	err := mean
	switch {
	case col.Metric.Higher && col.Metric.Percent:
		err = 1 - mean
	case col.Metric.Higher: // no error: nothing is level
		err = math.NaN()
	}
	f.best, f.clear, f.near = t.Rows[lead].Label, true, 1
	second, nearest := "", math.Inf(1)
	var behind []string
	for _, p := range pairs {
		if p.A != lead {
			continue
		}
		low, high := p.Test.Interval(1 - t.Alpha/float64(len(pairs)))
		if !col.Metric.Higher {
			low, high = -high, -low // by how much the leading row is better
		}
		f.clear = f.clear && low > 0
		close := high <= closeShare*err
		if by := math.Abs(p.Test.Effect); by < nearest {
			second, nearest, f.level = t.Rows[p.B].Label, by, close
		}
		if close {
			f.near++
		} else {
			behind = append(behind, t.Rows[p.B].Label)
		}
	}
	scale := col.Metric.Scale()
	f.hint = fmt.Sprintf("%s: %s %s, %s behind by %s", dataset, f.best, chart.Fixed(scale*mean,
		col.Digits), second, chart.Fixed(scale*nearest, col.Digits+1))
	if f.level && behind != nil {
		f.hint += "; not level: " + strings.Join(behind, ", ")
	}
	return f
}

// firstRows returns the learners and the pairs of their rows. A learner has the row of best, else
// of its first decoder.
func firstRows(t *table.Table) (labels []string, pairs []table.Pair) {
	var rows []int
	for r := range t.Rows {
		if row := &t.Rows[r]; !row.Rival && !slices.Contains(labels, row.Label) {
			rows, labels = append(rows, r), append(labels, row.Label)
		}
	}
	return labels, slices.DeleteFunc(t.Pairs(), func(p table.Pair) bool {
		return !slices.Contains(rows, p.A) || !slices.Contains(rows, p.B)
	})
}

// phases draws the panels of a suite: the datasets of a grid of two arguments. Each cell names the
// best row, or says that the second one is level with it.
func phases(r *Run) *Section {
	section := &Section{Title: "Phases: which row is best where"}
	rows, pairs := firstRows(r.Table)
	var names []string
	panels, widest := map[string]*panel{}, 0
	for i := range r.Suite.Datasets {
		d := &r.Suite.Datasets[i]
		if d.Panel == nil || len(d.Panel.Factors) != 2 {
			continue
		}
		names = ordered.Add(names, d.Panel.Name)
		p := panels[d.Panel.Name]
		if p == nil {
			p = &panel{factors: d.Panel.Factors, cells: map[[2]string]phase{}}
			panels[d.Panel.Name] = p
		}
		p.down = ordered.Add(p.down, d.Panel.Values[0])
		p.across = ordered.Add(p.across, d.Panel.Values[1])
		p.cells[[2]string(d.Panel.Values)] = newPhase(r.Table, d.Label, pairs)
		widest = max(widest, len(p.across))
	}
	if len(names) == 0 {
		section.Empty = "No dataset has a grid of two arguments, such as grid: {noise: [0.5, 1], " +
			"labels: [2, 4]}."
		return section
	}
	section.Grid = grid.New(append([]string{"panel", "arguments"}, make([]string, widest)...)...)
	for _, name := range names {
		for _, line := range panels[name].lines(name) {
			section.Grid.Add(append(line, make([]string, widest+2-len(line))...)...)
		}
		section.Charts = append(section.Charts, panels[name].chart(name, rows))
	}
	section.Text = []string{fmt.Sprintf("A cell names a row if it is better than every other row, by "+
		"simultaneous %s intervals of all pairs of the cell. Otherwise rows are level if they are "+
		"within a tenth of the best row's error, by the same intervals. Their number is given if the "+
		"second row is among them. A question mark: neither is shown. "+
		"Each cell is a family of its own: of 100 cells, at most %.0f name a wrong row on average. "+
		"Rows are those of decoder best, else of the first decoder of each learner.",
		percent(1-r.Table.Alpha), 100*r.Table.Alpha)}
	return section
}

// A panel is the datasets of one grid of two arguments.
type panel struct {
	factors, down, across []string
	cells                 map[[2]string]phase // by values of both arguments
}

// lines returns the panel as a table with a line of heads.
func (p *panel) lines(name string) [][]string {
	lines := [][]string{append([]string{name, p.factors[0] + " ↓ " + p.factors[1] + " →"}, p.across...)}
	for _, y := range p.down {
		line := []string{"", y}
		for _, x := range p.across {
			f := p.cells[[2]string{y, x}]
			line = append(line, f.text())
		}
		lines = append(lines, line)
	}
	return lines
}

// chart draws the panel: a colour for each row of the table, pale where nothing is shown, and
// yellow for level.
func (p *panel) chart(name string, rows []string) *chart.Chart {
	c := &chart.Chart{Title: name, Width: 260, Height: 250,
		Alt: fmt.Sprintf("The best row for each %s and %s.", p.factors[0], p.factors[1]),
		X:   chart.Axis{Title: p.factors[1], Names: p.across},
		Y:   chart.Axis{Title: p.factors[0], Names: p.down}}
	for style, label := range append(slices.Clone(rows), "level") {
		for _, open := range []bool{false, true} {
			s := chart.Series{Label: label, Kind: chart.Cells, Style: style, Hollow: open}
			if style == len(rows) {
				s.Style = -1
			}
			if open {
				s.Label += "?"
			}
			for at, f := range p.cells {
				if f.label() == s.Label {
					s.X = append(s.X, float64(slices.Index(p.across, at[1])))
					s.Y = append(s.Y, float64(slices.Index(p.down, at[0])))
					s.Hints = append(s.Hints, f.hint)
				}
			}
			if len(s.X) > 0 {
				c.Series = append(c.Series, s)
			}
		}
	}
	return c
}
