package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// notByInstance is the reason for no test if a method needs values by instance.
const notByInstance = "values were not recorded by instance"

// compareRows tests all pairs of complete rows in the columns of the compared metric. It marks the
// best row, and the rows that do not differ from it significantly. p is corrected for all pairs:
// the numbers that are tested also choose the best. With a control, each other row is tested
// against it.
func compareRows(t *Table) error {
	for c := range t.Columns {
		if !t.Columns[c].Compared {
			continue
		}
		for _, p := range protocols(t, c) {
			control := -1
			if t.Against != "" {
				if control = markControl(t, c, p); control < 0 {
					continue
				}
			} else if markBest(t, c, p) < 0 {
				continue
			}
			pairs, err := testColumn(t, c, p, control)
			if err != nil {
				return err
			}
			t.pairs = append(t.pairs, pairs...)
		}
	}
	t.pairs = t.DropHopeless(t.pairs)
	correct(t)
	for i := range t.pairs {
		markPair(t, t.pairs[i])
	}
	for c := range t.Columns {
		t.Describe(c, t.pairs)
	}
	setDetectable(t)
	t.Correction = correctionWords(t.pairs, t.Against)
	return nil
}

// A protocol is what rows have in common if they are compared: Row.Shown and Cell.Learned.
type protocol struct {
	shown   string
	learned int
}

func (r *Row) protocol(c int) protocol { return protocol{r.Shown, r.Cells[c].Learned} }

// protocols returns the protocols of the rows in column c, each once.
func protocols(t *Table, c int) (list []protocol) {
	for r := range t.Rows {
		list = ordered.Add(list, t.Rows[r].protocol(c))
	}
	return list
}

// competes reports whether the row is complete in column c, and compared with those of a protocol.
func (r *Row) competes(c int, p protocol) bool {
	return r.protocol(c) == p && r.Cells[c].Complete() && !r.Rival
}

// Comparable reports whether rows a and b are complete in column c, learned from the same instances,
// see the same test labels, and neither is a Rival.
func (t *Table) Comparable(a, b, c int) bool {
	p := t.Rows[a].protocol(c)
	return t.Rows[a].competes(c, p) && t.Rows[b].competes(c, p)
}

// markPair records the test of a pair in the row beside the best one or the control.
func markPair(t *Table, p Pair) {
	if first := &t.Rows[p.A].Cells[p.Column]; first.Best || first.Control {
		p = p.Reverse()
	}
	if second := &t.Rows[p.B].Cells[p.Column]; !second.Best && !second.Control {
		return
	}
	cell := &t.Rows[p.A].Cells[p.Column]
	cell.Effect, cell.EffectLow, cell.EffectHigh = record.Number(p.Test.Effect), record.Number(p.Low),
		record.Number(p.High)
	cell.P, cell.Floor = record.Number(p.Test.P), record.Number(p.Test.Floor)
	cell.Against, cell.Adjusted = t.Rows[p.B].Name(), record.Number(p.Adjusted)
	cell.Undecided = p.Adjusted > t.Alpha
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
	for r := range t.Rows {
		if cell := &t.Rows[r].Cells[c]; cell.Complete() && !t.Rows[r].Rival {
			learned[cell.Learned] = true
		}
	}
	return len(learned) > 1
}

// markBest marks and returns the best complete row of column c among those of a protocol, the first
// of equals. It returns -1 if fewer than two are complete.
func markBest(t *Table, c int, p protocol) int {
	best, complete := bestRow(t, c, p)
	if complete < 2 || t.Columns[c].Metric.Neutral {
		return -1
	}
	t.Rows[best].Cells[c].Best = true
	return best
}

// bestRow returns the best complete row of column c among those of a protocol, the first
// of equals, and how many are complete; -1 if none is.
func bestRow(t *Table, c int, p protocol) (best, complete int) {
	best = -1
	for r := range t.Rows {
		cell := &t.Rows[r].Cells[c]
		if !t.Rows[r].competes(c, p) {
			continue
		}
		complete++
		if best < 0 || t.Columns[c].Metric.better(cell.Mean, t.Rows[best].Cells[c].Mean) {
			best = r
		}
	}
	return best, complete
}

// testColumn tests the pairs of complete rows of column c with a protocol. With a
// control ≥ 0 it tests only the pairs with the control. If there is no test, it sets the reason in
// the column and returns nothing.
func testColumn(t *Table, c int, p protocol, control int) (pairs []Pair, err error) {
	col := &t.Columns[c]
	if col.Silent = col.method.silent; col.Silent != "" {
		return nil, nil
	}
	var rows []int
	for r := range t.Rows {
		if t.Rows[r].competes(c, p) {
			rows = append(rows, r)
		}
	}
	for i, a := range rows {
		for _, b := range rows[i+1:] {
			if control < 0 || a == control || b == control {
				pairs = append(pairs, Pair{Column: c, A: a, B: b})
			}
		}
	}
	err = record.Parallel(len(pairs), 1, func(i, _ int) error { return testPair(t, &pairs[i]) })
	if err != nil {
		return nil, err
	}
	pairs = slices.DeleteFunc(pairs, func(p Pair) bool { return !finite(p.Test.P) })
	earlier := slices.ContainsFunc(t.pairs, func(p Pair) bool { return p.Column == c })
	if len(pairs) == 0 && !earlier {
		col.Silent = notByInstance + ", or differences do not vary"
	}
	return pairs, nil
}

// testPair tests a pair. If the method flips signs, correct sets P for all pairs at once.
func testPair(t *Table, p *Pair) error {
	m := &t.Columns[p.Column].method
	d, err := difference(t, p.A, p.B, p.Column)
	if err != nil {
		return err
	}
	p.Test = m.estimate(d, t.Columns[p.Column].moderation.Pair(p.A, p.B))
	if p.flips = m.kind == stats.FlippedSigns; p.flips && p.Test.N > 0 {
		p.Test.P, p.Test.Floor = 1, stats.FlipFloor(p.Test.N)
	}
	return nil
}

// difference returns the values of row a minus those of row b in column c.
func difference(t *Table, a, b, c int) (sample, error) {
	d, err := t.samples[a][c].minus(t.samples[b][c])
	if err != nil {
		err = fmt.Errorf("table: %s: %s and %s: %w", t.Columns[c].Dataset, t.Rows[a].Label,
			t.Rows[b].Label, err)
	}
	return d, err
}

// Describe sets the test of column c, its detail and its warning, if some of the pairs are of this
// column.
func (t *Table) Describe(c int, pairs []Pair) {
	col, n, skewed, groups := &t.Columns[c], 0, 0, 0.0
	for i := range pairs {
		p := &pairs[i]
		if p.Column != c {
			continue
		}
		n = max(n, p.Test.N)
		groups = stats.EffectiveGroups(col.method.samples(t.samples[p.A][c]))
		const few = 60 // instances; with more, the error rate of sign flips is below 0.1
		if p.Test.Skewed && (p.flips && p.Test.N <= few || !p.flips && p.Adjusted <= t.Alpha) {
			skewed++
		}
	}
	if n == 0 {
		return
	}
	col.Test = col.method.test
	col.Detail = t.groups.tested(col.Dataset, n) + col.method.detail
	prior := &col.moderation
	if prior.DF > 0 {
		col.Detail += fmt.Sprintf(", moderated by %d rows, d0 = %s", prior.Rows(),
			chart.Significant(prior.DF, 2))
	}
	var warnings []string
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	sets := col.method.layout.Sets
	if col.method.kind != stats.FlippedSigns && float64(sets-1)+prior.DF < fewDegrees {
		warn("with %d splits only very large differences can be significant", sets)
	}
	if col.method.warning != "" {
		warn("%s", col.method.warning)
	}
	if groups = math.Round(groups); groups > 0 && groups < fewGroups {
		warn("groups count as %g of one size: below ten, ± and p are rough", groups)
	}
	if skewed > 0 {
		share := 10 // t tests need a nearly normal mean, sign flips symmetry
		if col.method.kind == stats.FlippedSigns {
			share = 20
		}
		warn("skewed pairs (%d): up to %d %% of equal ones differ", skewed, share)
	}
	col.Warning = strings.Join(warnings, "; ")
}

// Test tests the difference of two rows of a column, the first minus the second minus shift, by the
// method of the column. why is the reason if there is no P. With two splits, the test has a standard
// error for planning.
func (t *Table) Test(a, b, c int, shift float64) (test stats.Test, why string, err error) {
	m := &t.Columns[c].method
	d, err := difference(t, a, b, c)
	switch {
	case err != nil:
		return undefined, "", err
	case m.byInstance() && d.parts == nil:
		return undefined, cmp.Or(m.silent, notByInstance), nil
	}
	d = d.less(shift)
	test = m.estimate(d, t.Columns[c].moderation.Pair(a, b))
	if m.kind == stats.FlippedSigns && test.N > 0 {
		flips := stats.SignFlip(flipped(m.samples(d)[0]))
		test.P, test.Floor = flips.P, flips.Floor
	}
	if why = m.silent; why == "" && !finite(test.P) {
		why = "differences do not vary"
	}
	return test, why, nil
}

// DropHopeless returns the pairs without those of columns in which no difference could be
// significant after correction, even if all values agreed. It sets the reason in these columns. The
// weakest column goes first, because each one that goes weakens the correction of the others.
func (t *Table) DropHopeless(family []Pair) []Pair {
	for {
		weakest, floor, n := -1, t.Alpha, 0
		for c := range t.Columns {
			if lowest, differences := lowestFloor(family, c); differences > 0 && lowest > floor {
				weakest, floor, n = c, lowest, differences
			}
		}
		if weakest < 0 {
			return family
		}
		what := fmt.Sprintf("n = %d is too small to say anything", n)
		if stats.FlipFloor(n) == stats.FlipFloor(math.MaxInt) {
			what = "random signs are too few to say anything"
		}
		t.Columns[weakest].Silent = fmt.Sprintf("%s: the smallest attainable p is %s after correction", what,
			chart.Significant(min(1, floor), 3))
		family = slices.DeleteFunc(family, func(f Pair) bool { return f.Column == weakest })
	}
}

// lowestFloor returns the smallest p that any pair in column c can reach after correction, and the
// largest number of differences of these pairs; 0 if there are none.
func lowestFloor(family []Pair, c int) (floor float64, n int) {
	floor = 1
	flips, rest := countTests(family)
	factor := float64(flips + rest)
	for i := range family {
		if f := &family[i]; f.Column == c && !f.Equal() {
			floor, n = min(floor, f.Test.Floor), max(n, f.Test.N)
			if f.flips {
				factor = float64(flips+rest) / float64(flips)
			}
		}
	}
	return floor * factor, n
}

// markControl marks and returns the control row of column c for the rows of a protocol: the first
// decoder of the control learner that has it. It returns -1 if that row is not
// complete, or no other row is.
func markControl(t *Table, c int, p protocol) int {
	at := slices.IndexFunc(t.Rows, func(r Row) bool {
		return r.Label == t.Against &&
			r.protocol(c) == p && !r.Rival
	})
	if at < 0 || !t.Rows[at].Cells[c].Complete() {
		return -1
	}
	for r := range t.Rows {
		if r != at && t.Rows[r].competes(c, p) {
			t.Rows[at].Cells[c].Control = true
			return at
		}
	}
	return -1
}

// markLevel marks the cells that are shown to differ from the best, or from the control, by less
// than the suite's rope or, without one, the margin of the published numbers.
func markLevel(t *Table) {
	t.Equivalence = cmp.Or(t.Suite.Rope, float64(t.Margin))
	for c := range t.Columns {
		t.Columns[c].Equivalence = t.Equivalence
		for r := range t.Rows {
			cell, width := &t.Rows[r].Cells[c], t.Equivalence/t.Columns[c].Metric.Scale()
			cell.Level = float64(cell.EffectLow) > -width && float64(cell.EffectHigh) < width &&
				!t.Rows[r].Rival
		}
	}
}

var notANumber = math.NaN()

func finite(v float64) bool { return v-v == 0 }
