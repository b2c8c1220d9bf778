package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wording"
)

// placeboOf returns the label of the learner that the one with that label repeats with other
// seeds, as the suite says; "" for none.
func placeboOf(s *suite.Suite, label string) string {
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
func (t *Table) comparePlacebos() error {
	for r := range t.Rows {
		row := &t.Rows[r]
		of := slices.IndexFunc(t.Rows, func(other Row) bool {
			return row.PlaceboOf != "" && other.Label == row.PlaceboOf && other.Decoder == row.Decoder
		})
		for c := range t.Columns {
			col := &t.Columns[c]
			if of < 0 || col.Metric.Name != t.compared() || col.judge.silent != "" || !row.Cells[c].Complete() || !t.Rows[of].Cells[c].Complete() {
				continue
			}
			test, _, err := t.Test(r, of, c, 0)
			if err != nil {
				return err
			}
			row.Cells[c].compared(&test, t.Alpha, t.Rows[of].name())
			if col.Test == "" && finite(test.P) {
				col.Silent = ""
				t.Describe(c, test.N)
			}
		}
	}
	return nil
}

// Before is the label of a learner as an earlier build of it.
func Before(label string) string { return label + " (before)" }

func (r *Row) name() string { return r.Label + " " + r.Decoder }

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
		equal, planned := equalFits(entries, row.Label, row.PlaceboOf)
		switch {
		case equal == planned:
			text += "; identical by construction, as its fits do not depend on the seed"
		case equal > 0:
			text += fmt.Sprintf("; the %d of %d fits that can be compared are equal", equal, planned)
		}
		differences, seen := t.placeboDifferences(row.Label, equal == planned)
		if len(differences) > 0 {
			text += fmt.Sprintf(". It differs from it by (± half of the %s %% interval; p of each alone) %s", chart.Significant(100*(1-t.Alpha), 3), strings.Join(differences, "; "))
		}
		if len(seen) > 0 {
			over := ". The"
			if len(differences) > 1 {
				over = fmt.Sprintf(". By Holm over these %d the", len(differences))
			}
			text += over + " test sees what seeds alone do in " + wording.And(seen) + ": so large a difference between other rows need not be of the learners"
		}
		t.note("%s.", text)
	}
	if one := sharedRows(s, entries); len(one) > 0 {
		t.note("Equal parameters, and so the same fits under two labels: %s.", strings.Join(one, "; "))
	}
}

// placeboDifferences words the differences of all rows of a placebo, without those that identical fits
// explain, and names those that are there at level α by Holm over all of them: of many p some is small by chance.
func (t *Table) placeboDifferences(label string, identical bool) (texts, seen []string) {
	var ps []float64
	var names []string
	for _, row := range t.Rows {
		for c := range row.Cells {
			cell, col := &row.Cells[c], &t.Columns[c]
			if row.Label != label || cell.Against == "" || identical && cell.Effect == 0 {
				continue
			}
			scale, unit := col.Metric.Scale(), ""
			if col.Metric.Percent {
				unit = " points"
			}
			text := wording.Signed(scale*float64(cell.Effect), col.Digits+1)
			if half := float64(cell.EffectHigh - cell.EffectLow); finite(half) {
				text += " ± " + chart.Fixed(scale*half/2, col.Digits+1)
			}
			text += unit
			p, name := float64(cell.P), row.Decoder+" on "+col.Dataset
			if finite(p) {
				text += ", p " + chart.Significant(p, 3)
			}
			ps, names, texts = append(ps, p), append(names, name), append(texts, text+" ("+name+")")
		}
	}
	for i, p := range stats.Holm(ps) {
		if p <= t.Alpha {
			seen = append(seen, names[i])
		}
	}
	return texts, seen
}

// equalFits returns how many fits of two learners have the same weights, of all that are planned; 0 where any two of one place have
// others. A place where one of them has none cannot be compared.
func equalFits(entries []Entry, a, b string) (equal, planned int) {
	weights := map[record.Place][2]string{}
	for i := range entries {
		e := &entries[i]
		which := slices.Index([]string{a, b}, e.Label)
		if which < 0 {
			continue
		}
		place := e.Place()
		place.Label = ""
		pair := weights[place]
		pair[which] = e.Weights
		weights[place] = pair
	}
	for _, pair := range weights {
		switch {
		case pair[0] == "" || pair[1] == "":
		case pair[0] != pair[1]:
			return 0, len(weights)
		default:
			equal++
		}
	}
	return equal, len(weights)
}

// sharedRows lists the labels of learners that are the same, no placebos, and have the same fits.
func sharedRows(s *suite.Suite, entries []Entry) (groups []string) {
	seen := map[string]bool{}
	same := func(a, b *suite.Learner) bool {
		if a.Placebo != nil || b.Placebo != nil || b.Label == Before(a.Label) || !a.Equals(b) {
			return false
		}
		equal, _ := equalFits(entries, a.Label, b.Label)
		return equal > 0
	}
	for i := range s.Learners {
		a := &s.Learners[i]
		labels := []string{a.Label}
		for j := range s.Learners[i+1:] {
			if b := &s.Learners[i+1+j]; !seen[a.Label] && same(a, b) {
				labels = append(labels, b.Label)
				seen[b.Label] = true
			}
		}
		if len(labels) > 1 {
			groups = append(groups, wording.And(labels))
		}
	}
	return groups
}
