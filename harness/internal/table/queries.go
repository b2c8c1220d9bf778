package table

import (
	"cmp"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/stats"
)

// Comparable reports whether rows a and b are complete in column c, learned from the same instances,
// see the same test labels, and neither is a Rival.
func (t *Table) Comparable(a, b, c int) bool {
	p := t.Rows[a].protocol(c)
	return t.Rows[a].competes(c, p) && t.Rows[b].competes(c, p)
}

// Compared reports whether row r is comparable with another one in column c.
func (t *Table) Compared(r, c int) bool {
	for other := range t.Rows {
		if other != r && t.Comparable(r, other, c) {
			return true
		}
	}
	return false
}

// Unequal reports whether complete rows of column c learned from different instances.
func (t *Table) Unequal(c int) bool {
	learned := map[int]bool{}
	for _, row := range t.Rows {
		if cell := &row.Cells[c]; cell.Complete() && !row.Rival {
			learned[cell.Learned] = true
		}
	}
	return len(learned) > 1
}

// Pairs returns all pairs of rows, A < B, that can be compared in the columns of the compared
// metric, see [Table.Comparable]. The tests are the table's. A neutral metric has no pairs.
func (t *Table) Pairs() (pairs []Pair) {
	for c := range t.Columns {
		if !t.Columns[c].Compared || t.Columns[c].Metric.Neutral {
			continue
		}
		for a := range t.Rows {
			for b := a + 1; b < len(t.Rows); b++ {
				if t.Comparable(a, b, c) {
					pairs = append(pairs, t.Pair(a, b, c))
				}
			}
		}
	}
	return pairs
}

// Pair returns the pair of two rows in column c; without its test if it was not tested.
func (t *Table) Pair(a, b, c int) Pair {
	p := Pair{Test: undefined, Adjusted: notANumber, Low: notANumber, High: notANumber}
	p.Test.Effect = float64(t.Rows[a].Cells[c].Mean - t.Rows[b].Cells[c].Mean)
	if t.tests != nil {
		if tested, ok := t.tests.pair(t.view.rows[a], t.view.rows[b], t.view.columns[c]); ok {
			p = tested
		}
	}
	p.A, p.B, p.Column = a, b, c
	return p
}

// Test tests the difference of two rows of a column, the first minus the second, by the method of
// the column. why is the reason if there is no P. With two splits, the test has a standard
// error for planning.
func (t *Table) Test(a, b, c int) (test stats.Test, why string, err error) {
	p := Pair{A: t.view.rows[a], B: t.view.rows[b], Column: t.view.columns[c]}
	m := t.tests.Columns[p.Column].method
	if err = t.tests.testPair(&p); err != nil || p.Test.N == 0 {
		return undefined, cmp.Or(m.silent, notByInstance), err
	}
	if test = p.Test; p.flips {
		rows := [][]float64{t.tests.values(p.A, p.Column), t.tests.values(p.B, p.Column)}
		test.P = stats.FlipPairs(nil, rows, [][2]int{{0, 1}}).P[0]
	}
	if why = m.silent; why == "" && !finite(test.P) {
		why = "differences do not vary"
	}
	return test, why, nil
}

// AllEntries returns those of the whole run, also of rows that are not shown.
func (t *Table) AllEntries() []Entry { return t.tests.Entries }

// Layout returns how the splits of a dataset divide it, and whether its test instances have groups.
func (t *Table) Layout(dataset string) (l stats.Layout, grouped bool) {
	m := t.Columns[slices.IndexFunc(t.Columns, func(c Column) bool { return c.Dataset == dataset })].method
	return m.layout, m.division.grouped()
}

// Mean returns the test behind the standard error of the mean of row r in column c, and the layout
// of its splits. Err is NaN if the layout has no test.
func (t *Table) Mean(r, c int) (stats.Test, stats.Layout) {
	m := t.Columns[c].method
	return m.estimate(t.sample(r, c), stats.Prior{}), m.layout
}

// sample returns the values of a row in a column.
func (t *Table) sample(r, c int) sample {
	return t.tests.samples[t.view.rows[r]][t.view.columns[c]]
}

// BySplit returns the mean of row r in column c on each split. Splits with one training set count
// as the first of them: first has this split for each other one. The caller must not change the
// result.
func BySplit(t *Table, r, c int) (splits []int, means []float64, first map[int]int) {
	first = t.Columns[c].method.division.repeated
	s := t.sample(r, c).merged(first)
	return s.splits, s.means, first
}

// Instances returns the values of row r on the test instances of column c, averaged over seeds: a
// sample for each split, with the cell's mean. An instance without a value has NaN. If instances have
// groups, these are values by group with the same mean. It returns nil if instances were not
// recorded. The caller must not change the result.
func (t *Table) Instances(r, c int) []stats.Sample { return t.sample(r, c).parts }

// Own returns the ratio num/den of each test instance of column c in row r, averaged over seeds: a
// sample for each split. It returns nil if instances were not recorded, and for metrics without a
// value per instance, such as F1. The caller must not change the result.
func (t *Table) Own(r, c int) []stats.Sample { return t.sample(r, c).own }

// Same reports whether rows a and b have equal values in column c, and so count once.
func Same(t *Table, a, b, c int) bool {
	return slices.ContainsFunc(t.Columns[c].Equal, func(names []string) bool {
		return slices.Contains(names, t.Rows[a].Name()) && slices.Contains(names, t.Rows[b].Name())
	})
}

// LogRatio returns the logarithm of the error of row a over that of row b in column c, see
// [Metric.Error]. Let e be the errors of both rows, and v their values on test instances. The
// standard error of the ratio is that of the mean of v_a/e_a − v_b/e_b (delta method), by the test of
// the column without a prior. It is NaN if nothing varies, as between equal rows. why is the reason
// if there is no ratio; "": there is one. O(n) for n values on test instances of all splits.
func (t *Table) LogRatio(a, b, c int) (ratio, stdErr float64, why string) {
	col := &t.Columns[c]
	switch {
	case !t.Comparable(a, b, c):
		return 0, 0, "results are missing, or rows learned from other instances"
	case col.method.silent != "":
		return 0, 0, col.method.silent
	}

	var of [2]float64
	var relative [2]sample
	for i, r := range []int{a, b} {
		cell := &t.Rows[r].Cells[c]
		e := col.Metric.Error(float64(cell.Mean))
		switch {
		case math.IsNaN(e):
			return 0, 0, col.Metric.Name + " has no error"
		case e <= 0 || e <= 2*float64(cell.Error): // the delta method fails near 0
			return 0, 0, "an error is within two standard errors of 0"
		}
		of[i] = e
		relative[i] = t.sample(r, c).times(1 / e)
	}
	d, err := relative[0].minus(relative[1])
	switch {
	case err != nil:
		return 0, 0, err.Error()
	case col.method.byInstance() && d.parts == nil:
		return 0, 0, notByInstance
	}
	return math.Log(of[0] / of[1]), col.method.estimate(d, stats.Prior{}).Err, ""
}
