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
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// phases draws the panels of a suite: the datasets of a grid of two arguments. There is a panel for
// the first decoder of each learner, and one for the others. There a dataset has the first of these
// that all learners have: sums, or else messages. Each cell names the best row, or says that
// rows are level. Or it says that there is nothing to gain.
func phases(r *Run) *Section {
	section := &Section{Title: "Phases: which row is best where"}
	views := viewsOf(r.Table)
	var panels []*panel
	widest := 0
	for i := range r.Suite.Datasets {
		d := r.Suite.Datasets[i].Panel
		if d == nil || len(d.Factors) != 2 {
			continue
		}
		for _, decoders := range [][]view{views[:1], views[1:]} {
			if len(decoders) == 0 {
				continue
			}
			v, pairs := firstView(r.Table, decoders, r.Suite.Datasets[i].Label)
			name := d.Name
			if len(views) > 1 {
				var names []string
				for _, v := range decoders {
					names = append(names, v.names)
				}
				name += ", " + strings.Join(names, " or ")
			}
			at := slices.IndexFunc(panels, func(p *panel) bool { return p.name == name })
			if at < 0 {
				at = len(panels)
				panels = append(panels, &panel{name: name, factors: d.Factors,
					cells: map[[2]string]phase{}})
			}
			p := panels[at]
			p.down, p.across = ordered.Add(p.down, d.Values[0]), ordered.Add(p.across, d.Values[1])
			p.cells[[2]string(d.Values)] = newPhase(r, v, pairs)
			widest = max(widest, len(p.across))
		}
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
	section.Text = []string{phasesText(r)}
	return section
}

// phasesText explains the cells.
func phasesText(r *Run) string {
	t := r.Table
	text := fmt.Sprintf("A cell names the row with the best mean. A question mark: it is not shown "+
		"to be better than every other row, by simultaneous %s intervals of all pairs of the cell. Each "+
		"cell is a family of its own: of 100 cells, at most %.0f name a wrong row on average.",
		percent(1-t.Alpha), 100*t.Alpha)
	const counted = " from the best mean by these intervals are counted with it, as in 2 of 7. The " +
		"cell is level if they are all rows"
	switch h := r.Suite.Headroom; {
	case h != nil:
		text += fmt.Sprintf(" Rows shown to differ by less than %s of the headroom%s but %s. The "+
			"headroom is the lower end of the interval of %s − %s. If it is not above 0, there is "+
			"nothing to gain, and no row is level.", percent(h.Share), counted, h.Of, h.Of, h.To)
	case t.Equivalence > 0:
		text += fmt.Sprintf(" Rows shown to differ by less than %v%s.", t.Equivalence, counted)
	}
	return text
}

// A view is one row of each learner: that of its first decoder, or of its second, and so on. A
// learner with fewer decoders has its last one.
type view struct {
	labels []string // of the learners
	names  string   // of the decoders, each once
	pairs  []table.Pair
}

// firstView returns the first of some views with all pairs of learners on a dataset, and these
// pairs; else the last view.
func firstView(t *table.Table, views []view, dataset string) (v view, pairs []table.Pair) {
	for _, v = range views {
		if pairs = pairsOn(t, dataset, v.pairs); 2*len(pairs) == len(v.labels)*(len(v.labels)-1) {
			break
		}
	}
	return v, pairs
}

// viewsOf returns the views of a table. Where a row of decoder best stands for others, it is alone.
func viewsOf(t *table.Table) []view {
	var labels []string
	rows, most := map[string][]int{}, 0
	for r, row := range t.Rows {
		if !row.Rival {
			labels = ordered.Add(labels, row.Label)
			rows[row.Label] = append(rows[row.Label], r)
			most = max(most, len(rows[row.Label]))
		}
	}
	views := make([]view, most)
	for i := range views {
		v, decoders, chosen := &views[i], []string(nil), map[int]bool{}
		v.labels = labels
		for _, label := range labels {
			own := rows[label]
			r := own[min(i, len(own)-1)]
			decoders, chosen[r] = ordered.Add(decoders, t.Rows[r].Decoder), true
		}
		v.names = wording.And(decoders)
		v.pairs = slices.DeleteFunc(t.Pairs(), func(p table.Pair) bool {
			return !chosen[p.A] || !chosen[p.B]
		})
	}
	return views
}

// Words of a cell without the name of a row, in place of a label.
const (
	allLevel = "level"
	noGain   = "nothing to gain"
)

// A phase is the outcome of one cell of a panel.
type phase struct {
	label    string // the best row, with ? if that is not shown; allLevel; noGain; "": no pair
	near, of int    // rows level with the best one, it included, of so many
	style    int    // of the learner; −1: a word
}

// text is the label, with the number of level rows if there are several.
func (f *phase) text() string {
	if f.near > 1 {
		return fmt.Sprintf("%s, %d of %d", f.label, f.near, f.of)
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

// newPhase compares the rows of a view on a dataset by its pairs.
func newPhase(r *Run, v view, pairs []table.Pair) phase {
	t := r.Table
	if len(pairs) == 0 || t.Unequal(pairs[0].Column) {
		return phase{}
	}
	rope, simple := t.Equivalence/t.Columns[pairs[0].Column].Metric.Scale(), ""
	if h := r.Suite.Headroom; h != nil {
		gain := gainOf(h, t, pairs)
		if gain <= 0 {
			return phase{label: noGain, style: -1}
		}
		rope, simple = h.Share*gain, h.Of // NaN: not tested, and nothing is level
	}
	if pairs = distinct(t, pairs, simple); len(pairs) == 0 {
		return phase{}
	}

	// Compare the best row with each of the others.
	wins := map[int]int{} // by row: a best row comes first in all its pairs
	for _, p := range pairs {
		wins[p.A]++
	}
	best := slices.MaxFunc(pairs, func(a, b table.Pair) int {
		return cmp.Compare(wins[a.A], wins[b.A])
	}).A
	clear, level, near, of := true, true, 1, 1
	for _, p := range pairs {
		if p.A != best {
			continue
		}
		low, high := behind(t, &p, len(pairs))
		clear, of = clear && low > 0, of+1
		switch {
		case -rope < low && high < rope:
			near++
		case t.Rows[p.B].Label != simple:
			level = false
		}
	}

	name := t.Rows[best].Label
	f := phase{label: name, near: near, of: of, style: slices.Index(v.labels, name)}
	switch {
	case level:
		f.label, f.style = allLevel, -1
	case !clear:
		f.label += "?"
	}
	return f
}

// distinct returns the pairs of different rows: of equal ones the first counts, or one with
// structure.
func distinct(t *table.Table, pairs []table.Pair, simple string) []table.Pair {
	copies := map[int]bool{}
	for _, p := range pairs {
		a, b := min(p.A, p.B), max(p.A, p.B)
		if t.Rows[a].Label == simple {
			b = a
		}
		copies[b] = copies[b] || table.Same(t, p.A, p.B, p.Column)
	}
	return slices.DeleteFunc(slices.Clone(pairs), func(p table.Pair) bool {
		return copies[p.A] || copies[p.B]
	})
}

// behind returns the interval of how far B is behind A, at level 1 − α/m for m pairs: those of a
// cell are a family.
func behind(t *table.Table, p *table.Pair, m int) (low, high float64) {
	low, high = p.Test.Interval(1 - t.Alpha/float64(m))
	if t.Columns[p.Column].Metric.Higher {
		return low, high
	}
	return -high, -low
}

// gainOf returns the headroom of a cell: the lower end of the interval of the gain. It is 0 if the
// mean with structure is not better, and NaN if the rows are not tested.
func gainOf(h *suite.Headroom, t *table.Table, pairs []table.Pair) float64 {
	for _, p := range pairs {
		switch a, b := t.Rows[p.A].Label, t.Rows[p.B].Label; {
		case a == h.Of && b == h.To || a == h.To && b == h.Of && table.Same(t, p.A, p.B, p.Column):
			return 0
		case a == h.To && b == h.Of:
			low, _ := behind(t, &p, len(distinct(t, pairs, h.Of)))
			return low
		}
	}
	return math.NaN()
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

// chart draws the panel: a colour for each learner, pale where nothing is shown, yellow for level,
// and grey for nothing to gain.
func (p *panel) chart() *chart.Chart {
	c := &chart.Chart{Title: p.name, Width: 260, Height: 250,
		Alt: "The best row for each " + p.factors[0] + " and " + p.factors[1] + ".",
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
					Style: f.style, Hollow: strings.HasSuffix(f.label, "?") || f.label == noGain})
			}
			s := &c.Series[at]
			s.X, s.Y = append(s.X, float64(i)), append(s.Y, float64(j))
		}
	}
	return c
}
