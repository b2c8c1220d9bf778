package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/stats"
)

// fewDatasets is how many datasets it takes for a belief over them.
const fewDatasets = 3

// bayes says how probable it is that a row is better than another, worse, or equal for all practical purposes.
func bayes(r *Run) (*Part, error) {
	t := r.Table
	part := &Part{Title: "Beliefs: better, worse, or equal for all practical purposes"}
	m := t.Columns[0].Metric
	unit := ""
	if m.Percent {
		unit = " points"
	}
	if r.Suite.Rope == 0 {
		part.Empty = fmt.Sprintf("The suite does not say which differences do not matter: rope: 0.5 declares that those of %s up to 0.5%s are none.", m.Name, unit)
		return part, nil
	}
	rope := r.Suite.Rope
	if m.Percent {
		rope /= 100
	}
	grid := &Grid{Left: 3, Head: []string{"over", "row", "against", "row better", "equal", "row worse"}}
	charts := datasets(t, grid, rope)
	splitwise := len(grid.Rows) > 0
	o := overDatasets(r)
	without := o.unranked(t)
	if without == "" {
		charts = signedRanks(t, o, grid, rope)
	}
	missing := unbelieved(t)
	if len(grid.Rows) == 0 {
		part.Empty = strings.Join(append(missing, without), " ")
		return part, nil
	}
	part.Grid, part.Charts = grid, charts
	row := "The row is the best one by the same numbers, which makes it look a little better than it is; the others are not corrected for being many."
	if t.Against != "" {
		row = fmt.Sprintf("The row is of %s, the control that the suite declares; nothing is corrected for the others being many.", t.Against)
	}
	part.Text = append(part.Text, fmt.Sprintf("Probabilities, given these numbers. Equal: a difference of %s of at most %s%s, which the suite declared (rope). %s", m.Name, chart.Significant(r.Suite.Rope, 3), unit, row))
	if splitwise {
		part.Text = append(part.Text, "Over splits: Student's t about the mean difference with the variance of the table's test (where that is Nadeau and Bengio's: the Bayesian correlated t test of Corani and Benavoli 2015), and a flat prior.")
	}
	switch {
	case without == "":
		part.Text = append(part.Text, "Over datasets: Bayesian signed ranks of the differences of means (Benavoli et al. 2017). Each is the probability that most of such datasets are so."+o.same+o.without())
	case len(o.columns) >= fewDatasets:
		part.Text = append(part.Text, without)
	}
	part.Text = append(part.Text, missing...)
	return part, nil
}

// unranked says why there is no belief over datasets; "" where there is one.
func (o *over) unranked(t *report.Table) string {
	switch {
	case len(o.columns) < fewDatasets:
		return fmt.Sprintf("There are fewer than %d datasets for a belief over them.", fewDatasets)
	case len(o.rows) < 2:
		return "Fewer than two rows have run completely on all datasets, so that there is no belief over them."
	case t.Against != "" && o.control(t) < 0:
		return o.uncontrolled(t)
	}
	return ""
}

// unbelieved says which datasets give no belief by themselves, and why.
func unbelieved(t *report.Table) (text []string) {
	if names := oneSplit(t); len(names) > 0 {
		text = append(text, fmt.Sprintf("One split says nothing of other training sets, and gives no belief: %s.", strings.Join(names, "; ")))
	}
	for c := range t.Columns {
		col := &t.Columns[c]
		if col.Metric.Name == t.Columns[0].Metric.Name && col.Silent != "" && splits(t, c) > 1 {
			text = append(text, fmt.Sprintf("%s: no belief, as there is no test: %s.", col.Dataset, col.Silent))
		}
	}
	return text
}

// datasets adds, of each dataset with several splits, the row that leads against each other, and returns a chart for each dataset.
func datasets(t *report.Table, grid *Grid, rope float64) (charts []*chart.Chart) {
	by := map[int][]report.Pair{}
	for _, p := range t.Pairs() {
		p = ahead(t, p)
		col := &t.Columns[p.Column]
		if splits(t, p.Column) < 2 || !leads(&t.Rows[p.A].Cells[p.Column]) {
			continue
		}
		b := p.Test.Posterior(rope)
		if col.Metric.Higher {
			b.Below, b.Above = b.Above, b.Below
		}
		if known(b.In) {
			grid.Rows = append(grid.Rows, believed(col.Dataset, &t.Rows[p.A], &t.Rows[p.B], b))
			by[p.Column] = append(by[p.Column], p)
		}
	}
	for c := range t.Columns {
		if drawn := densities(t, c, nearest(t, by[c]), rope); drawn != nil {
			charts = append(charts, drawn)
		}
	}
	return charts
}

// nearest returns pairs of one row with others in the order of the means of these, the best first.
func nearest(t *report.Table, pairs []report.Pair) []report.Pair {
	slices.SortStableFunc(pairs, func(p, q report.Pair) int {
		col := &t.Columns[p.Column]
		x, y := t.Rows[p.B].Cells[p.Column].Mean, t.Rows[q.B].Cells[p.Column].Mean
		if col.Metric.Higher {
			x, y = y, x
		}
		return cmp.Compare(x, y)
	})
	return pairs
}

// signedRanks adds, over all datasets, the control, or else the row of the best mean rank, against each other, and returns a chart of each of the first.
func signedRanks(t *report.Table, o *over, grid *Grid, rope float64) (charts []*chart.Chart) {
	o.sort(stats.Friedman(o.losses).Ranks)
	first := 0
	if t.Against != "" {
		first = o.control(t)
	}
	for j := range o.rows {
		if j == first {
			continue
		}
		a, b := &t.Rows[o.rows[first]], &t.Rows[o.rows[j]]
		draws := stats.SignedRankDraws(o.differences(first, j), rope)
		grid.Rows = append(grid.Rows, believed(fmt.Sprintf("%d datasets", len(o.columns)), a, b, stats.Largest(draws)))
		if len(charts) < manyCharts && len(draws) > 0 {
			charts = append(charts, triangle(nameOf(a), nameOf(b), len(o.columns), draws))
		}
	}
	return charts
}

func believed(over string, a, b *report.Row, belief stats.Belief) []string {
	return []string{over, nameOf(a), nameOf(b), chart.Fixed(belief.Below, 3), chart.Fixed(belief.In, 3), chart.Fixed(belief.Above, 3)}
}
