package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/stats"
	"github.com/spbench/spbench/internal/suite"
)

// placeboOf returns the label of the learner that the one with that label repeats with other
// seeds, as the suite says; "" for none.
func placeboOf(s *suite.Suite, label string) string {
	if s == nil {
		return ""
	}
	for _, l := range s.Learners {
		if l.Label == label && l.Placebo != nil {
			return l.Placebo.Of
		}
	}
	return ""
}

// comparePlacebos tests, in the columns of the first metric, each placebo against the row that it
// repeats. Whether there is one changes no mark of the others: it is not among those that the best is
// chosen from, nor are its tests in their family.
func (t *Table) comparePlacebos(g *grouping) error {
	for r := range t.Rows {
		row := &t.Rows[r]
		of := slices.IndexFunc(t.Rows, func(other Row) bool {
			return row.PlaceboOf != "" && other.Label == row.PlaceboOf && other.Output == row.Output
		})
		for c := range t.Columns {
			col := &t.Columns[c]
			judge := g.judge(col.Dataset)
			if of < 0 || col.Metric.Name != t.Columns[0].Metric.Name || judge.silent != "" || !row.Cells[c].Complete() || !t.Rows[of].Cells[c].Complete() {
				continue
			}
			d, err := t.samples[r][c].minus(t.samples[of][c])
			if err != nil {
				return fmt.Errorf("report: %s: %s and %s: %w", col.Dataset, row.Label, row.PlaceboOf, err)
			}
			test := judge.difference(d)
			row.Cells[c].compared(&test, t.Alpha, t.Rows[of].name())
			if col.Test == "" && finite(test.P) {
				col.Silent, col.Test, col.Detail, col.Warning = "", judge.test, g.tested(col.Dataset, test.N)+judge.detail, judge.warning
			}
		}
	}
	return nil
}

func (r *Row) name() string { return r.Label + " " + r.Output }

// compared sets what a test says of the difference of the cell from that of another row.
func (c *Cell) compared(test *stats.Test, alpha float64, against string) {
	low, high := test.Interval(1 - alpha)
	c.Effect, c.EffectLow, c.EffectHigh = record.Number(test.Effect), record.Number(low), record.Number(high)
	c.P, c.Floor, c.Against = record.Number(test.P), record.Number(test.Floor), against
}

// notePlacebos says of each placebo by how much it differs from what it repeats, and which
// rows are one.
func (t *Table) notePlacebos(s *suite.Suite, entries []Entry) {
	noted := map[string]bool{}
	for r := range t.Rows {
		row := &t.Rows[r]
		if row.PlaceboOf == "" || noted[row.Label] {
			continue
		}
		noted[row.Label] = true
		text := fmt.Sprintf("A/A: %s is a placebo of %s, the same with other seeds of the learner, and takes no part in the marks", row.Label, row.PlaceboOf)
		same := sameFits(entries, row.Label, row.PlaceboOf)
		if same {
			text += "; identical by construction, as its fits do not depend on the seed"
		}
		differences, least := t.placeboDifferences(row.Label, same)
		if len(differences) > 0 {
			text += fmt.Sprintf(". It differs from it by (± half of the %s %% interval; p of each alone) %s", significant(100*(1-t.Alpha)), strings.Join(differences, "; "))
		}
		if least <= t.Alpha {
			text += ". Where p is so small the test sees what seeds alone do: so large a difference between other rows need not be of the learners"
		}
		t.note("%s.", text)
	}
	if one := sharedRows(s, entries); len(one) > 0 {
		t.note("Equal parameters, and so the same fits under two labels: %s.", strings.Join(one, "; "))
	}
}

// placeboDifferences words the differences of all rows of a placebo, without those that identical fits
// explain, and returns the smallest p.
func (t *Table) placeboDifferences(label string, identical bool) (texts []string, least float64) {
	least = 1
	for _, row := range t.Rows {
		for c := range row.Cells {
			cell, col := &row.Cells[c], &t.Columns[c]
			if row.Label != label || cell.Against == "" || identical && cell.Effect == 0 {
				continue
			}
			scale, unit := 1.0, ""
			if col.Metric.Percent {
				scale, unit = 100, " points"
			}
			text := signed(scale*float64(cell.Effect), col.Digits+1)
			if half := float64(cell.EffectHigh - cell.EffectLow); finite(half) {
				text += " ± " + fixed(scale*half/2, col.Digits+1)
			}
			text += unit
			if p := float64(cell.P); finite(p) {
				least = min(least, p)
				text += ", p " + significant(p)
			}
			texts = append(texts, fmt.Sprintf("%s (%s on %s)", text, row.Output, col.Dataset))
		}
	}
	return texts, least
}

// sameFits reports whether all fits of two learners have the same weights, place by place.
func sameFits(entries []Entry, a, b string) bool {
	weights := map[record.Place]string{}
	for i := range entries {
		if e := &entries[i]; e.Label == a && e.Weights != "" {
			weights[e.fit()] = e.Weights
		}
	}
	same := 0
	for i := range entries {
		e := &entries[i]
		place := e.fit()
		place.Label = a
		if e.Label == b && weights[place] != "" {
			if weights[place] != e.Weights {
				return false
			}
			same++
		}
	}
	return same > 0
}

// sharedRows lists the labels of learners that are the same, no placebos, and have the same fits.
func sharedRows(s *suite.Suite, entries []Entry) (groups []string) {
	if s == nil {
		return nil
	}
	seen := map[string]bool{}
	for i := range s.Learners {
		a := &s.Learners[i]
		labels := []string{a.Label}
		for j := range s.Learners[i+1:] {
			if b := &s.Learners[i+1+j]; a.Placebo == nil && b.Placebo == nil && !seen[a.Label] && a.Equals(b) && sameFits(entries, a.Label, b.Label) {
				labels = append(labels, b.Label)
				seen[b.Label] = true
			}
		}
		if len(labels) > 1 {
			groups = append(groups, and(labels))
		}
	}
	return groups
}
