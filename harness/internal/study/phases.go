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

// phases draws the panels of a suite: the datasets of a grid of two arguments. Each cell names the
// best row, or says that the second one is level with it.
func phases(r *Run) *Section {
	section := &Section{Title: "Phases: which row is best where"}
	labels, pairs := firstRows(r.Table)
	var panels []*panel
	widest := 0
	for i := range r.Suite.Datasets {
		d := r.Suite.Datasets[i].Panel
		if d == nil || len(d.Factors) != 2 {
			continue
		}
		at := slices.IndexFunc(panels, func(p *panel) bool { return p.name == d.Name })
		if at < 0 {
			at = len(panels)
			panels = append(panels, &panel{name: d.Name, factors: d.Factors,
				cells: map[[2]string]phase{}})
		}
		p := panels[at]
		p.down, p.across = ordered.Add(p.down, d.Values[0]), ordered.Add(p.across, d.Values[1])
		p.cells[[2]string(d.Values)] = newPhase(r.Table, labels,
			pairsOn(r.Table, r.Suite.Datasets[i].Label, pairs))
		widest = max(widest, len(p.across))
	}
	if len(panels) == 0 {
		section.Empty = "No dataset has a grid of two arguments, such as grid: {noise: [0.5, 1], " +
			"labels: [2, 4]}."
		return section
	}
	section.Grid = grid.New(append([]string{"panel", "arguments"}, make([]string, widest)...)...)
	for _, p := range panels {
		p.addTo(section.Grid)
		section.Charts = append(section.Charts, p.chart())
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

// A phase is the outcome of one cell of a panel.
type phase struct {
	// the best row, "level", or the best row with a question mark; "": no two rows are comparable
	label string
	near  int // level rows, 0 if they are not
	style int // of the learner; −1: level
}

// text is the label with the number of level rows.
func (f *phase) text() string {
	if f.near > 0 {
		return fmt.Sprintf("%d level", f.near)
	}
	return f.label
}

// pairsOn returns the pairs of a dataset, with the better row first.
func pairsOn(t *table.Table, dataset string, all []table.Pair) (pairs []table.Pair) {
	for _, p := range all {
		if t.Columns[p.Column].Dataset != dataset {
			continue
		}
		if !ahead(t, &p) {
			p = p.Reverse()
		}
		pairs = append(pairs, p)
	}
	return pairs
}

// newPhase compares the rows of a dataset by its pairs. They are a family: intervals are those of
// their tests at level 1 − α/m for m pairs.
func newPhase(t *table.Table, labels []string, pairs []table.Pair) phase {
	if len(pairs) == 0 || t.Unequal(pairs[0].Column) {
		return phase{}
	}
	wins := map[int]int{} // by row: a best row comes first in all its pairs
	for _, p := range pairs {
		wins[p.A]++
	}
	best := slices.MaxFunc(pairs, func(a, b table.Pair) int {
		return cmp.Compare(wins[a.A], wins[b.A])
	})
	col, name := &t.Columns[best.Column], t.Rows[best.A].Label
	mean := float64(t.Rows[best.A].Cells[best.Column].Mean)
	err := col.Metric.Error(mean) // NaN: nothing is level

	// Compare the best row with each of the others.
	clear, level, near := true, false, 1
	nearest := math.Inf(1)
	for _, p := range pairs {
		if p.A != best.A {
			continue
		}
		low, high := p.Test.Interval(1 - t.Alpha/float64(len(pairs)))
		if !col.Metric.Higher {
			low, high = -high, -low
		}
		isClose := high <= closeShare*err
		if clear = clear && low > 0; isClose {
			near++
		}
		if by := math.Abs(p.Test.Effect); by < nearest {
			nearest, level = by, isClose
		}
	}

	f := phase{label: name, style: slices.Index(labels, name)}
	switch {
	case level:
		f.label, f.near, f.style = "level", near, -1
	case !clear:
		f.label += "?"
	}
	return f
}

// A panel is the datasets of one grid of two arguments.
type panel struct {
	name                  string
	factors, down, across []string
	cells                 map[[2]string]phase // by values of both arguments
}

// addTo adds the panel to a grid, with a line of heads.
func (p *panel) addTo(g *grid.Grid) {
	add := func(line ...string) {
		g.Add(append(line, make([]string, len(g.Heads)-len(line))...)...)
	}
	add(append([]string{p.name, p.factors[0] + " ↓ " + p.factors[1] + " →"}, p.across...)...)
	for _, y := range p.down {
		line := []string{"", y}
		for _, x := range p.across {
			f := p.cells[[2]string{y, x}]
			line = append(line, f.text())
		}
		add(line...)
	}
}

// chart draws the panel: a colour for each learner, pale where nothing is shown, and yellow for
// level.
func (p *panel) chart() *chart.Chart {
	c := &chart.Chart{Title: p.name, Width: 260, Height: 250,
		Alt: fmt.Sprintf("The best row for each %s and %s.", p.factors[0], p.factors[1]),
		X:   chart.Axis{Title: p.factors[1], Names: p.across},
		Y:   chart.Axis{Title: p.factors[0], Names: p.down}}
	for j, y := range p.down {
		for i, x := range p.across {
			f := p.cells[[2]string{y, x}]
			if f.label == "" {
				continue
			}
			at := slices.IndexFunc(c.Series, func(s chart.Series) bool { return s.Label == f.label })
			if at < 0 {
				at = len(c.Series)
				c.Series = append(c.Series, chart.Series{Label: f.label, Kind: chart.Cells,
					Style: f.style, Hollow: strings.HasSuffix(f.label, "?")})
			}
			s := &c.Series[at]
			s.X, s.Y = append(s.X, float64(i)), append(s.Y, float64(j))
		}
	}
	return c
}
