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

// Tests are the tests of a run, in the columns of the compared metrics. They test all pairs of
// complete rows. With a control, they test each other row against it. p is corrected for all of
// these, since the same numbers choose the best row. Tests are made once and never changed.
type Tests struct {
	Cells       // with the tests of its columns
	Alpha       float64
	Against     string // label of the control; "": all pairs are tested
	Comparisons int    // tests that p is corrected for
	Correction  string // how p is corrected, in words, for all rows

	moderation []stats.Moderation // of differences by row, for each column
	first      [][]int            // by column and row: see findEqual
	pairs      []Pair             // of first rows
	at         map[[3]int]int     // index of a pair by A, B and column
}

// NewTests tests the cells at level alpha; 0 means 0.05.
func NewTests(cells *Cells, alpha float64) (*Tests, error) {
	if !(alpha >= 0 && alpha < 1) {
		return nil, fmt.Errorf("table: level α = %v, needs 0 < α < 1", alpha)
	}
	t := &Tests{Cells: *cells, Alpha: cmp.Or(alpha, 0.05), Against: cells.Suite.Against}
	t.Columns = slices.Clone(t.Columns)
	for c := range t.Columns {
		t.moderation = append(t.moderation, moderate(cells, c))
		t.findEqual(c)
		if t.Columns[c].Compared {
			pairs, err := t.testColumn(c)
			if err != nil {
				return nil, err
			}
			t.pairs = append(t.pairs, pairs...)
		}
	}

	// Columns without any chance do not weaken the correction of the others.
	var hopeless map[int]string
	t.pairs, hopeless = dropHopeless(t.pairs, t.Alpha)
	for c, why := range hopeless {
		t.Columns[c].Silent = why
	}
	t.Comparisons = correct(t.pairs, t.Alpha, t.values)
	t.Correction = correctionWords(t.pairs, t.Against)
	for c := range t.Columns {
		col := &t.Columns[c]
		col.Test, col.Detail, col.Warning = t.describe(c, t.pairs)
		setDetectable(col, c, t)
	}
	t.at = map[[3]int]int{}
	for i, p := range t.pairs {
		t.at[[3]int{p.A, p.B, p.Column}] = i
	}
	return t, nil
}

// findEqual finds the rows of column c with the same values on all test instances, among those that
// are compared with each other. To the tests they are one learner, the first of them.
func (t *Tests) findEqual(c int) {
	first, names := upTo(len(t.Rows)), ordered.Groups[int]{}
	for b := range t.Rows {
		rows := competing(t.Rows[:b+1], c, t.Rows[b].protocol(c))
		at := slices.IndexFunc(rows, func(a int) bool {
			return stats.Equal(t.samples[a][c].parts, t.samples[b][c].parts)
		})
		if at >= 0 && rows[len(rows)-1] == b {
			first[b] = rows[at]
		}
		names.Add(first[b], t.Rows[b].Name())
	}
	for _, group := range names.All() {
		if len(group) > 1 {
			t.Columns[c].Equal = append(t.Columns[c].Equal, group)
		}
	}
	t.first = append(t.first, first)
}

// pair returns the test of row a minus row b in column c; false if they were not tested. It is that
// of the first rows with their values. Equal rows have p = 1.
func (t *Tests) pair(a, b, c int) (p Pair, ok bool) {
	if min(a, b) < 0 { // no control
		return Pair{}, false
	}
	x, y := t.first[c][a], t.first[c][b]
	i, ok := t.at[[3]int{min(x, y), max(x, y), c}]
	switch {
	case x == y && t.Columns[c].Test != "" &&
		(t.Against == "" || t.Against == t.Rows[a].Label || t.Against == t.Rows[b].Label):
		p.Test, p.Adjusted, ok = stats.Test{Err: notANumber, P: 1, Floor: 1}, 1, true
		p.Low, p.High = notANumber, notANumber
	case !ok:
		return Pair{}, false
	case x > y:
		p = t.pairs[i].Reverse()
	default:
		p = t.pairs[i]
	}
	p.A, p.B, p.Column = a, b, c
	return p, true
}

// A protocol is what rows have in common if they are compared: Row.Shown and Cell.Learned.
type protocol struct {
	shown   string
	learned int
}

func (r *Row) protocol(c int) protocol { return protocol{r.Shown, r.Cells[c].Learned} }

// protocols returns the protocols of the rows in column c, each once.
func protocols(rows []Row, c int) (list []protocol) {
	for r := range rows {
		list = ordered.Add(list, rows[r].protocol(c))
	}
	return list
}

// competes reports whether the row is complete in column c, and compared with those of a protocol.
func (r *Row) competes(c int, p protocol) bool {
	return r.protocol(c) == p && r.Cells[c].Complete() && !r.Rival
}

// competing returns the rows that are compared in column c under a protocol.
func competing(rows []Row, c int, p protocol) (at []int) {
	for r := range rows {
		if rows[r].competes(c, p) {
			at = append(at, r)
		}
	}
	return at
}

// best returns the best of some rows in column c, the first of equals.
func best(rows []Row, col *Column, c int, among []int) int {
	at := among[0]
	for _, r := range among {
		if col.Metric.better(rows[r].Cells[c].Mean, rows[at].Cells[c].Mean) {
			at = r
		}
	}
	return at
}

// control returns the control row of column c for the rows of a protocol: the first decoder of the
// control learner that has it; -1 if that row is not complete.
func (t *Tests) control(c int, p protocol) int {
	at := slices.IndexFunc(t.Rows, func(r Row) bool {
		return r.Label == t.Against && r.protocol(c) == p && !r.Rival
	})
	if at >= 0 && !t.Rows[at].Cells[c].Complete() {
		return -1
	}
	return at
}

// testColumn tests the pairs of complete rows of column c with the same protocol. Equal rows count
// once. If there is no test, it sets the reason in the column and returns nothing.
func (t *Tests) testColumn(c int) (pairs []Pair, err error) {
	col, first, families := &t.Columns[c], t.first[c], 0
	for _, p := range protocols(t.Rows, c) {
		rows, control := competing(t.Rows, c, p), -1
		if t.Against != "" {
			control = t.control(c, p)
		}
		if len(rows) < 2 || (t.Against == "" && col.Metric.Neutral) || (t.Against != "" && control < 0) {
			continue
		}
		families++
		rows = slices.DeleteFunc(rows, func(r int) bool { return first[r] != r })
		for i, a := range rows {
			for _, b := range rows[i+1:] {
				if control < 0 || a == first[control] || b == first[control] {
					pairs = append(pairs, Pair{Column: c, A: a, B: b})
				}
			}
		}
	}
	if col.method.silent != "" && families > 0 {
		col.Silent = col.method.silent
		return nil, nil
	}

	err = record.Parallel(len(pairs), 1, func(i, _ int) error { return t.testPair(&pairs[i]) })
	if err != nil {
		return nil, err
	}
	tested := slices.DeleteFunc(pairs, func(p Pair) bool { return !finite(p.Test.P) })
	if len(pairs) == 0 && families > 0 {
		col.Silent = "all rows are equal"
	} else if len(tested) == 0 && families > 0 {
		col.Silent = notByInstance + ", or differences do not vary"
	}
	return tested, nil
}

// testPair tests a pair. If the method flips signs, correct sets P for all pairs at once.
func (t *Tests) testPair(p *Pair) error {
	m := t.Columns[p.Column].method
	d, err := t.difference(p.A, p.B, p.Column)
	if err != nil {
		return err
	}
	p.Test = m.estimate(d, t.moderation[p.Column].Pair(p.A, p.B))
	if p.flips = m.kind == stats.FlippedSigns; p.flips && p.Test.N > 0 {
		// any finite P keeps the pair until correct sets it
		p.Test.P, p.Test.Floor = 1, stats.FlipFloor(p.Test.N)
	}
	return nil
}

// values returns the values whose signs are flipped, of row r in column c.
func (t *Tests) values(r, c int) []float64 {
	return flipped(t.samples[r][c].merged(t.Columns[c].method.division.repeated).parts[0])
}

// describe returns the test of column c, its detail and its warning; "" if none of the pairs is of
// this column.
func (t *Tests) describe(c int, pairs []Pair) (test, detail, warning string) {
	n, skewed, groups, found := 0, 0, 0.0, false
	m, prior := t.Columns[c].method, &t.moderation[c]
	for _, p := range pairs {
		if p.Column != c {
			continue
		}
		n, found = max(n, p.Test.N), found || p.Adjusted <= t.Alpha
		groups = stats.EffectiveGroups(m.samples(t.samples[p.A][c]))
		const few = 60 // instances; with more, the error rate of sign flips is below 0.1
		if p.Test.Skewed && (p.flips && p.Test.N <= few || !p.flips && p.Adjusted <= t.Alpha) {
			skewed++
		}
	}
	if n == 0 {
		return "", "", ""
	}
	detail = m.division.tested(n) + m.detail
	if prior.DF > 0 {
		detail += fmt.Sprintf(", moderated for %d rows, d0 = %s", prior.Rows(),
			chart.Significant(prior.DF, 2))
	}

	var warnings []string
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	sets := m.layout.Sets
	if m.kind != stats.FlippedSigns && float64(sets-1)+prior.DF < fewDegrees {
		warn("with %d splits only very large differences can be significant", sets)
	}
	rows := slices.DeleteFunc(slices.Clone(t.Rows), func(r Row) bool { return r.Rival })
	// Also without a prior: chance decides whether there is one.
	if found && sets < fewModerated && m.kind == stats.CrossedMean &&
		stats.MostPrior(len(rows), sets) > 0 {
		warn("with unequal rows up to 12 %% of tables have a false mark")
	}
	if m.warning != "" {
		warn("%s", m.warning)
	}
	if groups = math.Round(groups); groups > 0 && groups < fewGroups {
		warn("groups count as %g of one size: below ten, ± and p are rough", groups)
	}
	if skewed > 0 {
		share := 10 // t tests need a nearly normal mean, sign flips symmetry
		if m.kind == stats.FlippedSigns {
			share = 20
		}
		warn("skewed pairs (%d): up to %d %% of equal ones differ", skewed, share)
	}
	return m.test, detail, strings.Join(warnings, "; ")
}

// Power is the power at which detectable differences are given.
const Power = 0.8

// setDetectable sets the detectable difference of column c, from its pairs with the best row or the
// control: other pairs may vary far more. It uses the level of the smallest p of a column in Holm's
// procedure, the strictest one. Joint sign flips need no more, and less if rows are correlated.
func setDetectable(col *Column, c int, t *Tests) {
	found := false
	leading := map[int]bool{}
	for _, p := range protocols(t.Rows, c) {
		if rows := competing(t.Rows, c, p); len(rows) > 0 {
			leading[best(t.Rows, col, c, rows)] = true
		}
	}
	var all []float64
	for _, p := range t.pairs {
		if p.Column == c && p.Adjusted <= t.Alpha {
			found = true
		}
		if p.Column != c || t.Against == "" && !leading[p.A] && !leading[p.B] {
			continue
		}
		col.UpperBound = p.flips && t.Comparisons > 1
		col.FewSigns = p.flips && fewSigns(p.Test.N, t.Comparisons, t.Alpha)
		if finite(p.Test.Err) {
			all = append(all, p.Test.Detectable(t.Alpha/float64(t.Comparisons), Power))
		}
	}
	col.FewSigns = col.FewSigns && !found // correlated rows need fewer patterns
	if col.Detectable = record.Number(stats.Median(all)); col.FewSigns {
		col.Detectable = unknown
	}
}

// fewSigns reports whether n differences have too few sign patterns: even a clear difference is
// found only if few of the other pairs reach its statistic by chance.
func fewSigns(n, pairs int, alpha float64) bool {
	return stats.FlipFloor(n) > stats.FlipFloor(n+1) && stats.FlipFloor(n)*float64(pairs) > alpha
}
