package study

import (
	"fmt"
	"strings"

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
	if r.Suite == nil || r.Suite.Rope == 0 {
		part.Empty = fmt.Sprintf("The suite does not say which differences do not matter: rope: 0.5 declares that those of %s up to 0.5%s are none.", m.Name, unit)
		return part, nil
	}
	rope := r.Suite.Rope
	if m.Percent {
		rope /= 100
	}
	grid := &Grid{Left: 3, Head: []string{"over", "row", "against", "row better", "equal", "row worse"}}
	datasets(t, grid, rope)
	splitwise := len(grid.Rows) > 0
	o := overDatasets(r)
	signedRanks(t, o, grid, rope)
	var single string
	if names := oneSplit(t); len(names) > 0 {
		single = fmt.Sprintf("One split says nothing of other training sets, and gives no belief: %s.", strings.Join(names, "; "))
	}
	if len(grid.Rows) == 0 {
		part.Empty = strings.TrimSpace(single + fmt.Sprintf(" There are fewer than %d datasets for a belief over them.", fewDatasets))
		return part, nil
	}
	part.Grid = grid
	part.Text = append(part.Text, fmt.Sprintf("Probabilities, given these numbers. Equal: a difference of %s of at most %s%s, which the suite declared (rope). The row is the best one by the same numbers, which makes it look a little better than it is; the others are not corrected for being many.", m.Name, significant(r.Suite.Rope, 3), unit))
	if splitwise {
		part.Text = append(part.Text, "Over splits: Student's t about the mean difference with the variance of the table's test (where that is Nadeau and Bengio's: the Bayesian correlated t test of Corani and Benavoli 2015), and a flat prior.")
	}
	if len(o.columns) >= fewDatasets {
		part.Text = append(part.Text, "Over datasets: Bayesian signed ranks of the differences of means (Benavoli et al. 2017). Each is the probability that most of such datasets are so."+o.same+o.without())
	}
	if single != "" {
		part.Text = append(part.Text, single)
	}
	return part, nil
}

// datasets adds, of each dataset with several splits, the row that leads against each other.
func datasets(t *report.Table, grid *Grid, rope float64) {
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
		}
	}
}

// signedRanks adds, over all datasets, the row of the best mean rank against each other.
func signedRanks(t *report.Table, o *over, grid *Grid, rope float64) {
	if len(o.columns) < fewDatasets || len(o.rows) < 2 {
		return
	}
	o.sort(stats.Friedman(o.losses).Ranks)
	for j := 1; j < len(o.rows); j++ {
		b := stats.SignedRankPosterior(o.differences(0, j), rope)
		grid.Rows = append(grid.Rows, believed(fmt.Sprintf("%d datasets", len(o.columns)), &t.Rows[o.rows[0]], &t.Rows[o.rows[j]], b))
	}
}

func believed(over string, a, b *report.Row, belief stats.Belief) []string {
	return []string{over, nameOf(a), nameOf(b), fixed(belief.Below, 3), fixed(belief.In, 3), fixed(belief.Above, 3)}
}
