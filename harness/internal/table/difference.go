package table

import (
	"cmp"
	"fmt"

	"github.com/spbench/spbench/harness/internal/stats"
)

// moderate returns the prior of the differences in column c. It comes from all complete rows of
// families. Only differences use it, and only where training sets and test instances both vary: in
// cross-validation it raises the level.
func moderate(t *Cells, c int) stats.Moderation {
	m, effects := t.Columns[c].method, make([][]float64, len(t.Rows))
	for r := range t.Rows {
		row := &t.Rows[r]
		if m.kind != stats.CrossedMean || !row.Cells[c].Complete() || row.Rival {
			continue
		}
		if samples := m.samples(t.samples[r][c]); len(samples) == m.layout.Sets {
			effects[r] = m.layout.Effects(samples)
		}
	}
	return stats.Moderate(effects)
}

// difference returns the values of row a minus those of row b in column c.
func (t *Tests) difference(a, b, c int) (sample, error) {
	d, err := t.samples[a][c].minus(t.samples[b][c])
	if err != nil {
		err = fmt.Errorf("table: %s: %s and %s: %w", t.Columns[c].Dataset, t.Rows[a].Label,
			t.Rows[b].Label, err)
	}
	return d, err
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

// test tests the difference of two rows of a column, the first minus the second, by the method of
// the column. why is the reason if there is no P. With two splits, the test has a standard
// error for planning.
func (t *Tests) test(a, b, c int) (test stats.Test, why string, err error) {
	m := t.Columns[c].method
	d, err := t.difference(a, b, c)
	switch {
	case err != nil:
		return undefined, "", err
	case m.byInstance() && d.parts == nil:
		return undefined, cmp.Or(m.silent, notByInstance), nil
	}
	test = m.estimate(d, t.moderation[c].Pair(a, b))
	if m.kind == stats.FlippedSigns && test.N > 0 {
		flips := stats.SignFlip(flipped(m.samples(d)[0]))
		test.P, test.Floor = flips.P, flips.Floor
	}
	if why = m.silent; why == "" && !finite(test.P) {
		why = "differences do not vary"
	}
	return test, why, nil
}
