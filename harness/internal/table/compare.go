package table

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// compare tests, in the columns of the first metric, all pairs of complete rows, and
// marks the best one and those that cannot be told from it. As the best is chosen by the
// numbers that are tested, the family is all pairs, not those with the best. Where the suite
// declares a control the family is that of each other row with it.
func (t *Table) compare() error {
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
			pairs, err := t.testColumn(c, shown, control)
			if err != nil {
				return err
			}
			t.pairs = append(t.pairs, pairs...)
		}
	}
	t.pairs = t.Silence(t.pairs)
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
func (t *Table) mark(p *Pair) {
	r, test := p.A, p.Test
	first, second := &t.Rows[p.A].Cells[p.Column], &t.Rows[p.B].Cells[p.Column]
	switch {
	case second.Best || second.Control:
	case first.Best || first.Control:
		r, test.Effect = p.B, 0-test.Effect // not −0
	default:
		return
	}
	cell := &t.Rows[r].Cells[p.Column]
	cell.compared(&test, t.Alpha, t.Rows[p.A+p.B-r].name())
	cell.Adjusted = record.Number(p.Adjusted)
	cell.Undecided = p.Adjusted > t.Alpha
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
func (t *Table) testColumn(c int, shown string, control int) (pairs []Pair, err error) {
	col := &t.Columns[c]
	judge := &col.judge
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
				pairs = append(pairs, Pair{Column: c, A: a, B: b})
			}
		}
	}
	err = record.Parallel(len(pairs), 1, func(i, _ int) error {
		p := &pairs[i]
		d, err := t.samples[p.A][c].minus(t.samples[p.B][c])
		if err != nil {
			return fmt.Errorf("report: %s: %s and %s: %w", col.Dataset, t.Rows[p.A].Label, t.Rows[p.B].Label, err)
		}
		if p.flips = judge.values != nil; !p.flips {
			p.Test = judge.difference(d)
			return nil
		}
		if p.Test = judge.mean(d); p.Test.N > 0 { // adjust flips signs for all pairs at once
			p.Test.P, p.Test.Floor = 1, stats.FlipFloor(p.Test.N)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	pairs = slices.DeleteFunc(pairs, func(p Pair) bool { return !finite(p.Test.P) })
	switch {
	case len(pairs) > 0:
		t.Describe(c, pairs[0].Test.N)
	case col.Test == "":
		col.Silent = "not all rows were recorded by instance, or their differences do not vary"
	}
	return pairs, nil
}

// Describe sets the test of a column, and what it looks at: n differences.
func (t *Table) Describe(c, n int) {
	col := &t.Columns[c]
	col.Test, col.Warning = col.judge.test, col.judge.warning
	col.Detail = t.groups.tested(col.Dataset, n) + col.judge.detail
}

// Test tests the difference of two rows of a column, the first minus the second minus shift, by the
// rule of the column. why says why there is no test.
func (t *Table) Test(a, b, c int, shift float64) (test stats.Test, why string, err error) {
	judge := &t.Columns[c].judge
	if judge.silent != "" {
		return undefined, judge.silent, nil
	}
	d, err := t.samples[a][c].minus(t.samples[b][c])
	switch {
	case err != nil:
		return undefined, "", fmt.Errorf("report: %s: %s and %s: %w", t.Columns[c].Dataset, t.Rows[a].Label, t.Rows[b].Label, err)
	case judge.byInstance && d.parts == nil:
		return undefined, "what the value is made of was not recorded by instance", nil
	}
	if test = judge.difference(d.less(shift)); !finite(test.P) {
		why = "differences do not vary"
	}
	return test, why, nil
}

// less returns s with v taken from every value.
func (s sample) less(v float64) sample {
	out := sample{splits: s.splits}
	for _, m := range s.means {
		out.means = append(out.means, m-v)
	}
	for _, p := range s.parts {
		part := stats.Sample{Instances: p.Instances, Values: slices.Clone(p.Values), Train: p.Train}
		for i := range part.Values {
			part.Values[i] -= v
		}
		out.parts = append(out.parts, part)
	}
	return out
}

// Silence takes the columns out of the family in which no comparison could come
// out significant even if every difference agreed, given the size of the family.
// The weakest goes first, as each that goes makes the family smaller.
func (t *Table) Silence(family []Pair) []Pair {
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
			if f.Column == weakest {
				n = max(n, f.Test.N)
			}
		}
		what := fmt.Sprintf("n = %d is too small to say anything", n)
		if stats.FlipFloor(n) == stats.FlipFloor(math.MaxInt) {
			what = "random signs are too few to say anything"
		}
		col.Silent = fmt.Sprintf("%s: the smallest attainable p is %s after correction", what, chart.Significant(min(1, floor), 3))
		col.Test, col.Detail, col.Warning = "", "", ""
		family = slices.DeleteFunc(family, func(f Pair) bool { return f.Column == weakest })
	}
}

// lowestFloor returns the smallest p that any comparison in column c can attain after correction.
func lowestFloor(family []Pair, c int) (floor float64, ok bool) {
	floor, flips := 1.0, false
	for i := range family {
		if f := &family[i]; f.Column == c && !f.equal() {
			floor, flips, ok = min(floor, f.Test.Floor), f.flips, true
		}
	}
	return floor * times(family, flips), ok
}
