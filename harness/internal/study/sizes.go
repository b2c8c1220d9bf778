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

// A sizeGroup is the columns of one dataset that differ in the size of the training set only.
type sizeGroup struct {
	base    string
	columns []sizeColumn // sorted by size
}

// A sizeColumn is the column of the first metric at one size.
type sizeColumn struct {
	size   float64
	column int
}

// sizes plots learning curves: the metric against the size of the training set.
func sizes(r *Run) *Section {
	p := &Section{Title: "Learning curves of " + r.LossWords(lossName)}
	all := sizeGroups(r)
	if len(all) == 0 {
		p.Empty = "Each dataset has one training set size. Add sizes: [50, 100, 200, 400] beside " +
			"its split to the suite."
		return p
	}
	unit := r.LossWords(func(m table.Metric) string {
		return strings.TrimPrefix(m.Heading(), m.Name)
	})
	p.Grid = grid.New("dataset", "learner", "decoder").Numbers("sizes", "first"+unit, "last"+unit)
	var partial []string
	for _, f := range all {
		m := r.Table.Columns[f.columns[0].column].Metric
		c := &chart.Chart{
			Title: f.base,
			Alt: fmt.Sprintf("%s on %s against the number of training instances, for each "+
				"learner and decoder.", m.Name, f.base),
			X: chart.Axis{Title: "training instances", Log: true},
			Y: chart.Axis{Title: m.Heading()},
		}
		for i, row := range r.Table.Rows {
			s, missing := f.curve(&row, m)
			if missing {
				partial = append(partial, row.Name()+" ("+f.base+")")
			}
			if len(s.X) == 0 {
				continue
			}
			first, last := s.Y[0], s.Y[len(s.Y)-1]
			p.Grid.Add(f.base, row.Label, row.Decoder, strings.Trim(fmt.Sprintf("%.0f", s.X), "[]"),
				chart.Fixed(first, m.Digits()), chart.Fixed(last, m.Digits()))
			s.Style = i
			c.Series = append(c.Series, s)
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
	return p
}

// sizeGroups returns the datasets with several training set sizes and no other difference.
func sizeGroups(r *Run) (all []sizeGroup) {
	rest := map[string][3]int{} // counts that must be equal, by dataset
	train := map[string][]float64{}
	for _, e := range r.Entries {
		rest[e.Dataset] = [3]int{e.Boxes, e.Partial, e.Test}
		train[e.Dataset] = append(train[e.Dataset], float64(e.Train))
	}
	for _, d := range r.Suite.Datasets {
		at := slices.IndexFunc(all, func(f sizeGroup) bool {
			return f.base == d.Base && rest[r.Table.Columns[f.columns[0].column].Dataset] == rest[d.Label]
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
		all[at].columns = append(all[at].columns, sizeColumn{stats.Summarize(train[d.Label]).Mean, column})
	}
	for _, f := range all {
		slices.SortFunc(f.columns, func(a, b sizeColumn) int { return cmp.Compare(a.size, b.size) })
	}
	return slices.DeleteFunc(all, func(f sizeGroup) bool {
		return f.columns[0].size == f.columns[len(f.columns)-1].size
	})
}

// curve returns the means of a row at its complete sizes, with their intervals if all are known. If
// planned sizes are incomplete, missing is true. They are left out: the other fits may have easier
// splits.
func (f sizeGroup) curve(row *table.Row, m table.Metric) (s chart.Series, missing bool) {
	s.Label = row.Name()
	for _, c := range f.columns {
		cell := &row.Cells[c.column]
		if !cell.Complete() {
			missing = missing || cell.Planned > 0
			continue
		}
		s.X, s.Y = append(s.X, c.size), append(s.Y, m.Scale()*float64(cell.Mean))
		s.Low = append(s.Low, m.Scale()*float64(cell.Low))
		s.High = append(s.High, m.Scale()*float64(cell.High))
	}
	if !finite(s.Low...) || !finite(s.High...) {
		s.Low, s.High = nil, nil
	}
	return s, missing
}
