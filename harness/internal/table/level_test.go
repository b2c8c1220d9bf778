package table_test

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// TestTrainOneIsFound: learn from one fold, test on nine. 24 % wrong against 14 % in all ten
// rotations is a difference, with ± 1 between folds.
func TestTrainOneIsFound(t *testing.T) {
	entries := trainOne(10)
	for _, row := range build(t, entries).Rows {
		cell := row.Cells[0]
		if row.Label == "bad" && (cell.Undecided || !(cell.P < 1e-3) || !(cell.EffectLow > 0.08) ||
			!(cell.EffectHigh < 0.12)) {
			t.Errorf("%+v", cell)
		}
		if width := float64(cell.High - cell.Low); !(width > 0.005 && width < 0.05) {
			t.Errorf("%s: interval %v … %v", row.Label, cell.Low, cell.High)
		}
	}
}

// With five folds, t with four degrees of freedom asks for much more than the variance, most of
// which is of 150 instances; where a record says what was learned from, that is known.
func TestWhatWasLearnedFromCounts(t *testing.T) {
	entries := trainOne(5)
	known := build(t, entries).Rows[1].Cells[0]
	for i := range entries {
		entries[i].Fit.Train = nil
	}
	old := build(t, entries).Rows[1].Cells[0]
	if ratio := float64((known.EffectHigh - known.EffectLow) / (old.EffectHigh - old.EffectLow)); known.Effect != old.Effect || !(ratio < 0.95 && ratio > 0.6) {
		t.Errorf("interval %v … %v, without it %v … %v", known.EffectLow, known.EffectHigh,
			old.EffectLow, old.EffectHigh)
	}
}

// trainOne makes entries of two learners that learn from each of so many folds in its turn, one of
// them worse by 10 points.
func trainOne(folds int) []table.Entry {
	const size = 30
	r := pcg(1, 2)
	hard := make([]float64, folds*size)
	for i := range hard {
		hard[i] = 0.5 + r.Float64()
	}
	var entries []table.Entry
	for row, label := range []string{"good", "bad"} { // in order: they draw from one source
		rate := 0.14 + 0.1*float64(row)
		for split := range folds {
			e := fitted(label, table.Planned{Dataset: "d", Split: split, Seed: record.Seed(1),
				Train: size, Test: (folds - 1) * size})
			shift := 0.01 * r.NormFloat64()
			var s record.Statistics
			for i, h := range hard {
				if i/size == split {
					e.Fit.Train = append(e.Fit.Train, fmt.Sprint(i))
					continue
				}
				wrong := 0.0
				for range 8 {
					if r.Float64() < (rate+shift)*h {
						wrong++
					}
				}
				s.Num, s.Den = append(s.Num, wrong), append(s.Den, 8)
				e.Fit.Test = append(e.Fit.Test, fmt.Sprint(i))
			}
			score(&e, s)
			entries = append(entries, e)
		}
	}
	return entries
}
