package notes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// placebos gives the difference of each placebo from the original learner.
func placebos(t *table.Table) (all []Note) {
	noted := map[string]bool{}
	for r := range t.Rows {
		row := &t.Rows[r]
		if row.PlaceboOf == "" || noted[row.Label] {
			continue
		}
		noted[row.Label] = true
		text := fmt.Sprintf("A/A: %s is a placebo of %s: the same learner with other seeds, excluded from the marks", row.Label, row.PlaceboOf)
		equal, planned := equalFits(t, row.Label, row.PlaceboOf)
		switch {
		case equal == planned:
			text += "; identical by construction, as its fits do not depend on the seed"
		case equal > 0:
			text += fmt.Sprintf("; the %d of %d fits that can be compared are equal", equal,
				planned)
		}
		differences, seen := placeboDifferences(t, row.Label, equal == planned)
		if len(differences) > 0 {
			text += fmt.Sprintf(". Its differences (± half of the %s %% interval; uncorrected p): %s", chart.Significant(100*(1-t.Alpha), 3), strings.Join(differences, "; "))
		}
		if len(seen) > 0 {
			text += ". Significant"
			if len(differences) > 1 {
				text += fmt.Sprintf(" by Holm over these %d", len(differences))
			}
			text += " in " + wording.And(seen) +
				": seeds alone cause differences of this size, so between other rows they may not be due to the learners"
		}
		all = append(all, note("%s.", text)...)
	}
	return all
}

// placeboDifferences lists the differences of a placebo's rows. Identical fits explain differences
// of zero, which are left out. seen names the significant ones, by Holm over all: of many p some
// are small by chance.
func placeboDifferences(t *table.Table, label string, identical bool) (texts, seen []string) {
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
			text := col.Difference(float64(cell.Effect))
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

// equalFits counts the fits of two learners with the same weights, and all planned ones. A fit
// without weights cannot be compared. equal is 0 if any weights differ.
func equalFits(t *table.Table, a, b string) (equal, planned int) {
	weights := map[record.Place][2]string{}
	for i := range t.Entries {
		e := &t.Entries[i]
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

// sharedFits lists the labels of equal learners with the same fits. Placebos and earlier builds do
// not count.
func sharedFits(t *table.Table) []Note {
	seen := map[string]bool{}
	same := func(a, b *suite.Learner) bool {
		if a.Placebo != nil || b.Placebo != nil || b.Label == table.Before(a.Label) ||
			!a.Equals(b) {
			return false
		}
		equal, _ := equalFits(t, a.Label, b.Label)
		return equal > 0
	}
	var groups []string
	learners := t.Suite.Learners
	for i := range learners {
		a := &learners[i]
		labels := []string{a.Label}
		for j := range learners[i+1:] {
			if b := &learners[i+1+j]; !seen[a.Label] && same(a, b) {
				labels = append(labels, b.Label)
				seen[b.Label] = true
			}
		}
		if len(labels) > 1 {
			groups = append(groups, wording.And(labels))
		}
	}
	if len(groups) == 0 {
		return nil
	}
	return note("Equal parameters, so these labels share their fits: %s.",
		strings.Join(groups, "; "))
}
