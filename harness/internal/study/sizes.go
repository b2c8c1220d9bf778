package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// A family is the columns of one dataset that differ in the size of the training set alone, ascending.
type family struct {
	base    string
	columns []int // of the table, of the first metric
	sizes   []float64
}

// sizes shows learning curves: the metric against the size of the training set.
func sizes(r *Run) (*Section, error) {
	m := r.Metrics[0]
	p := &Section{Name: "sizes", Title: "Learning curves of " + m.Name}
	all := families(r)
	if len(all) == 0 {
		p.Empty = "No learning curves: each dataset has one size of the training set. A line such as sizes: [50, 100, 200, 400] beside its split gives more."
		return p, nil
	}
	unit := strings.TrimPrefix(m.Heading(), m.Name)
	p.Grid = grid.New("dataset", "learner", "decoder").Numbers("sizes", "first"+unit, "last"+unit)
	var partial []string
	for _, f := range all {
		c := &chart.Chart{
			Title: f.base, Alt: fmt.Sprintf("%s on %s against the number of training instances, for each learner and decoder.", m.Name, f.base),
			X: chart.Axis{Title: "training instances", Log: true}, Y: chart.Axis{Title: m.Heading()},
		}
		for i := range r.Table.Rows {
			row := &r.Table.Rows[i]
			points, missing := f.points(row)
			if missing {
				partial = append(partial, nameOf(row)+" ("+f.base+")")
			}
			if len(points) == 0 {
				continue
			}
			p.Grid.Add(lineOf(f.base, row, points, m)...)
			c.Series = append(c.Series, withCells(chart.Series{Label: nameOf(row), Style: i}, points, m.Scale()))
		}
		p.Charts = append(p.Charts, c)
	}
	p.Text = []string{"Sizes are training instances; of one seed a smaller training set is part of the larger, and what is tested on is the same. Intervals are 95 % for each size alone, by the rule of the table; the sizes of one curve share instances, so they do not vary independently."}
	if len(partial) > 0 {
		p.Text = append(p.Text, "Sizes at which not every planned fit has a whole number are left out of "+strings.Join(partial, ", ")+".")
	}
	return p, nil
}

// families finds the datasets of which there are several sizes that differ in nothing else.
func families(r *Run) (all []family) {
	rest := map[string][3]int{} // what must be the same, by dataset
	train := map[string][]float64{}
	for i := range r.Entries {
		e := &r.Entries[i]
		rest[e.Dataset] = [3]int{e.Boxes, e.Partial, e.Test}
		train[e.Dataset] = append(train[e.Dataset], float64(e.Train))
	}
	for i := range r.Suite.Datasets {
		d := &r.Suite.Datasets[i]
		at := slices.IndexFunc(all, func(f family) bool {
			return f.base == d.Base && rest[r.Table.Columns[f.columns[0]].Dataset] == rest[d.Label]
		})
		column := slices.IndexFunc(r.Table.Columns, func(c table.Column) bool { return c.Dataset == d.Label })
		switch {
		case d.Base == "" || column < 0:
			continue
		case at < 0:
			at = len(all)
			all = append(all, family{base: d.Base})
		}
		all[at].columns = append(all[at].columns, column)
		all[at].sizes = append(all[at].sizes, stats.Summarize(train[d.Label]).Mean)
	}
	return slices.DeleteFunc(all, func(f family) bool {
		return len(f.sizes) < 2 || slices.Min(f.sizes) == slices.Max(f.sizes)
	})
}

// points returns those of the sizes at which the row is complete, ascending, and whether it lacks others that were planned: numbers of
// the fits that ended well alone are those of easier splits.
func (f family) points(row *table.Row) (points []setPoint, missing bool) {
	for i, c := range f.columns {
		cell := &row.Cells[c]
		if cell.Complete() {
			points = append(points, setPoint{f.sizes[i], cell})
		} else {
			missing = missing || cell.Planned > 0
		}
	}
	slices.SortFunc(points, func(a, b setPoint) int { return cmp.Compare(a.value, b.value) })
	return points, missing
}

func lineOf(base string, row *table.Row, points []setPoint, m table.Metric) []string {
	var ns []string
	for _, p := range points {
		ns = append(ns, fmt.Sprintf("%.0f", p.value))
	}
	mean := func(p setPoint) string { return chart.Fixed(m.Scale()*float64(p.cell.Mean), m.Digits()) }
	return []string{base, row.Label, row.Decoder, strings.Join(ns, " "), mean(points[0]), mean(points[len(points)-1])}
}
