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

// A sizeGroup is the columns of one dataset that differ in the size of the training set only,
// sorted by size.
type sizeGroup struct {
	base    string
	columns []int // columns of the first metric
	sizes   []float64
}

// A sizePoint is the cell of a row at one size.
type sizePoint struct {
	size float64
	cell *table.Cell
}

// sizes plots learning curves: the metric against the size of the training set.
func sizes(r *Run) (*Section, error) {
	p := &Section{Name: "sizes", Title: "Learning curves of " + r.LossWords(lossName)}
	all := sizeGroups(r)
	if len(all) == 0 {
		p.Empty = "Each dataset has one training set size. Add sizes: [50, 100, 200, 400] beside " +
			"its split to the suite."
		return p, nil
	}
	unit := r.LossWords(func(m table.Metric) string {
		return strings.TrimPrefix(m.Heading(), m.Name)
	})
	p.Grid = grid.New("dataset", "learner", "decoder").Numbers("sizes", "first"+unit, "last"+unit)
	var partial []string
	for _, f := range all {
		m := r.Table.Columns[f.columns[0]].Metric
		c := &chart.Chart{
			Title: f.base,
			Alt: fmt.Sprintf("%s on %s against the number of training instances, for each "+
				"learner and decoder.", m.Name, f.base),
			X: chart.Axis{Title: "training instances", Log: true},
			Y: chart.Axis{Title: m.Heading()},
		}
		for i := range r.Table.Rows {
			row := &r.Table.Rows[i]
			points, missing := f.points(row)
			if missing {
				partial = append(partial, row.Name()+" ("+f.base+")")
			}
			if len(points) == 0 {
				continue
			}
			p.Grid.Add(lineOf(f.base, row, points, m)...)
			c.Series = append(c.Series, addCells(chart.Series{Label: row.Name(), Style: i},
				points, m.Scale()))
		}
		p.Charts = append(p.Charts, c)
	}
	p.Text = []string{"Sizes are numbers of training instances. For one seed, a smaller training " +
		"set is part of the larger one, with the same test set. Each size has its own 95 % " +
		"interval by the rule of the table. The points of a curve depend on each other, since " +
		"they share instances."}
	if len(partial) > 0 {
		p.Text = append(p.Text, "Sizes with incomplete fits are left out of "+
			strings.Join(partial, ", ")+".")
	}
	return p, nil
}

// sizeGroups returns the datasets with several training set sizes and no other difference.
func sizeGroups(r *Run) (all []sizeGroup) {
	rest := map[string][3]int{} // counts that must be equal, by dataset
	train := map[string][]float64{}
	for i := range r.Entries {
		e := &r.Entries[i]
		rest[e.Dataset] = [3]int{e.Boxes, e.Partial, e.Test}
		train[e.Dataset] = append(train[e.Dataset], float64(e.Train))
	}
	for i := range r.Suite.Datasets {
		d := &r.Suite.Datasets[i]
		at := slices.IndexFunc(all, func(f sizeGroup) bool {
			return f.base == d.Base && rest[r.Table.Columns[f.columns[0]].Dataset] == rest[d.Label]
		})
		column := slices.IndexFunc(r.Table.Columns,
			func(c table.Column) bool { return c.Dataset == d.Label })
		switch {
		case d.Base == "" || column < 0:
			continue
		case at < 0:
			at = len(all)
			all = append(all, sizeGroup{base: d.Base})
		}
		all[at].columns = append(all[at].columns, column)
		all[at].sizes = append(all[at].sizes, stats.Summarize(train[d.Label]).Mean)
	}
	return slices.DeleteFunc(all, func(f sizeGroup) bool {
		return len(f.sizes) < 2 || slices.Min(f.sizes) == slices.Max(f.sizes)
	})
}

// points returns the cells at the sizes where the row is complete, sorted by size. If planned sizes
// are incomplete, missing is true. Those are left out: the fits that succeeded may be those of
// easier splits.
func (f sizeGroup) points(row *table.Row) (points []sizePoint, missing bool) {
	for i, c := range f.columns {
		cell := &row.Cells[c]
		if cell.Complete() {
			points = append(points, sizePoint{f.sizes[i], cell})
		} else {
			missing = missing || cell.Planned > 0
		}
	}
	slices.SortFunc(points, func(a, b sizePoint) int { return cmp.Compare(a.size, b.size) })
	return points, missing
}

// addCells returns the series with the means of cells, and with their intervals if all are known.
func addCells(s chart.Series, points []sizePoint, unit float64) chart.Series {
	for _, p := range points {
		s.X, s.Y = append(s.X, p.size), append(s.Y, unit*float64(p.cell.Mean))
		s.Low, s.High = append(s.Low, unit*float64(p.cell.Low)),
			append(s.High, unit*float64(p.cell.High))
	}
	if !finite(s.Low...) || !finite(s.High...) {
		s.Low, s.High = nil, nil
	}
	return s
}

func lineOf(base string, row *table.Row, points []sizePoint, m table.Metric) []string {
	var ns []string
	for _, p := range points {
		ns = append(ns, fmt.Sprintf("%.0f", p.size))
	}
	mean := func(p sizePoint) string {
		return chart.Fixed(m.Scale()*float64(p.cell.Mean),
			m.Digits())
	}
	return []string{base, row.Label, row.Decoder, strings.Join(ns, " "), mean(points[0]),
		mean(points[len(points)-1])}
}
