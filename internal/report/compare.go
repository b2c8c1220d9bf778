package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/stats"
)

// A pair is two rows of a column with the test of their difference, the first minus the
// second.
type pair struct {
	column, a, b int
	test         stats.Test
	adjusted     float64 // P after correction
	flips        bool    // P is by sign flips
	bound        bool    // adjusted is an upper bound, as drawn signs can show no less
}

// compare tests, in the columns of the first metric, all pairs of complete rows, and
// marks the best one and those that cannot be told from it. As the best is chosen by the
// numbers that are tested, the family is all pairs, not those with the best. Where the suite
// declares a control the family is that of each other row with it.
func (t *Table) compare(g *grouping) error {
	for c := range t.Columns {
		if t.Columns[c].Metric.Name != t.compared() {
			continue
		}
		for _, shown := range t.protocols() {
			control := -1
			if t.Against != "" {
				if control = t.control(c, shown); control < 0 {
					continue
				}
			} else if t.best(c, shown) < 0 {
				continue
			}
			pairs, err := t.testColumn(g, c, shown, control)
			if err != nil {
				return err
			}
			t.pairs = append(t.pairs, pairs...)
		}
	}
	t.pairs = t.silence(t.pairs)
	flips, rest := familySizes(t.pairs)
	t.Comparisons = flips + rest
	t.adjust()
	for i := range t.pairs {
		t.mark(&t.pairs[i])
	}
	t.detect()
	t.family = t.correction()
	return nil
}

// compared returns the name of the metric that rows are compared by.
func (t *Table) compared() string {
	if t.first == "" {
		return t.Columns[0].Metric.Name
	}
	return t.first
}

// mark sets what the test of a pair says of a row beside the best one or the control.
func (t *Table) mark(p *pair) {
	r, test := p.a, p.test
	first, second := &t.Rows[p.a].Cells[p.column], &t.Rows[p.b].Cells[p.column]
	switch {
	case second.Best || second.Control:
	case first.Best || first.Control:
		r, test.Effect = p.b, 0-test.Effect // not −0
	default:
		return
	}
	cell := &t.Rows[r].Cells[p.column]
	cell.compared(&test, t.Alpha, t.Rows[p.a+p.b-r].name())
	cell.Adjusted = record.Number(p.adjusted)
	cell.Undecided = p.adjusted > t.Alpha
}

// competes reports whether a row is compared with those that are shown so much of the test set.
func (r *Row) competes(shown string) bool { return r.Shown == shown && r.PlaceboOf == "" }

// best marks and returns the best complete row of column c among those of a protocol,
// the first of equals; -1 if fewer than two of them are complete.
func (t *Table) best(c int, shown string) int {
	best, complete := -1, 0
	for r := range t.Rows {
		cell := &t.Rows[r].Cells[c]
		if !cell.Complete() || !t.Rows[r].competes(shown) {
			continue
		}
		complete++
		if best < 0 || t.Columns[c].Metric.better(cell.Mean, t.Rows[best].Cells[c].Mean) {
			best = r
		}
	}
	if complete < 2 {
		return -1
	}
	t.Rows[best].Cells[c].Best = true
	return best
}

func (m Metric) better(a, b record.Number) bool {
	if m.Higher {
		return a > b
	}
	return a < b
}

// testColumn tests all pairs of complete rows of column c that are shown the same; with
// a control ≥ 0 those with it.
// Where that cannot be done it says why in the column and returns nothing.
func (t *Table) testColumn(g *grouping, c int, shown string, control int) (pairs []pair, err error) {
	col := &t.Columns[c]
	judge := g.judge(col.Dataset)
	if col.Silent = judge.silent; col.Silent != "" {
		return nil, nil
	}
	var rows []int
	recorded := !judge.byInstance
	for r := range t.Rows {
		if t.Rows[r].Cells[c].Complete() && t.Rows[r].competes(shown) {
			rows = append(rows, r)
			recorded = recorded || t.samples[r][c].parts != nil
		}
	}
	if !recorded {
		col.Silent = "what the value is made of was not recorded by instance"
		return nil, nil
	}
	for i, a := range rows {
		for _, b := range rows[i+1:] {
			if control < 0 || a == control || b == control {
				pairs = append(pairs, pair{column: c, a: a, b: b})
			}
		}
	}
	err = record.Chunks(len(pairs), 1, func(i, _ int) error {
		p := &pairs[i]
		d, err := t.samples[p.a][c].minus(t.samples[p.b][c])
		if err != nil {
			return fmt.Errorf("report: %s: %s and %s: %w", col.Dataset, t.Rows[p.a].Label, t.Rows[p.b].Label, err)
		}
		if p.flips = judge.values != nil; !p.flips {
			p.test = judge.difference(d)
			return nil
		}
		if p.test = judge.mean(d); p.test.N > 0 { // adjust flips signs for all pairs at once
			p.test.P, p.test.Floor = 1, stats.FlipFloor(p.test.N)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return !finite(p.test.P) })
	switch {
	case len(pairs) > 0:
		col.Test, col.Detail, col.Warning = judge.test, g.tested(col.Dataset)(pairs[0].test.N)+judge.detail, judge.warning
	case col.Test == "":
		col.Silent = "not all rows were recorded by instance, or their differences do not vary"
	}
	return pairs, nil
}

// silence takes the columns out of the family in which no comparison could come
// out significant even if every difference agreed, given the size of the family.
// The weakest goes first, as each that goes makes the family smaller.
func (t *Table) silence(family []pair) []pair {
	for {
		weakest, floor := -1, t.Alpha
		for c := range t.Columns {
			if lowest, ok := lowestFloor(family, c); ok && lowest > floor {
				weakest, floor = c, lowest
			}
		}
		if weakest < 0 {
			return family
		}
		col := &t.Columns[weakest]
		n := 0
		for _, f := range family {
			if f.column == weakest {
				n = max(n, f.test.N)
			}
		}
		what := fmt.Sprintf("n = %d is too small to say anything", n)
		if stats.FlipFloor(n) == stats.FlipFloor(math.MaxInt) {
			what = "random signs are too few to say anything"
		}
		col.Silent = fmt.Sprintf("%s: the smallest attainable p is %s after correction", what, chart.Significant(min(1, floor), 3))
		col.Test, col.Detail, col.Warning = "", "", ""
		family = slices.DeleteFunc(family, func(f pair) bool { return f.column == weakest })
	}
}

// lowestFloor returns the smallest p that any comparison in column c can attain after correction.
func lowestFloor(family []pair, c int) (floor float64, ok bool) {
	floor, flips := 1.0, false
	for i := range family {
		if f := &family[i]; f.column == c && !f.equal() {
			floor, flips, ok = min(floor, f.test.Floor), f.flips, true
		}
	}
	return floor * times(family, flips), ok
}
