package table

import "cmp"

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
