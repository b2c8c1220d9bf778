package table_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// equals makes entries of learners that are equally good, of which each word is as hard for all.
func equals(seed uint64, learners, words int) []table.Entry {
	r := pcg(seed, 3)
	losses, order := map[string][]float64{}, []string{}
	for l := range learners {
		order = append(order, fmt.Sprint("learner ", l))
	}
	for range words {
		hard := r.Float64()
		for _, label := range order {
			losses[label] = append(losses[label], 0.5*hard+0.5*r.Float64())
		}
	}
	return fits(losses, order...)
}

// TestFamilywise: of ten learners that are equally good any is called worse than the best in at
// most 5 % of tables, though the best is chosen by the same numbers.
func TestFamilywise(t *testing.T) {
	longtest.Skip(t)
	const tables = 200
	wrong := 0.0
	for seed := range uint64(tables) {
		tab := build(t, equals(seed, 10, 24))
		for _, row := range tab.Rows {
			if cell := row.Cells[0]; !cell.Best && !cell.Undecided {
				wrong++
				break
			}
		}
	}
	t.Logf("family-wise error %.3f", wrong/tables)
	if most := 0.05 + 3*math.Sqrt(0.05*0.95/tables); wrong/tables > most {
		t.Errorf("in %.3f of tables a learner that is as good is called worse, want at most %.3f",
			wrong/tables, most)
	}
}

// TestFamilywiseOverSplits: the same for eight learners on four splits, whose differences have the
// prior of all rows. A ninth that is worse is found.
func TestFamilywiseOverSplits(t *testing.T) {
	longtest.Skip(t)
	const tables = 400
	wrong, covered, found := 0.0, 0.0, 0.0
	for seed := range uint64(tables) {
		entries := crossed(seed, 9, 4, 30, 0)
		for i := range entries {
			if e := &entries[i]; e.Label == "row8" {
				s := e.Row.Instances["hamming"]
				for k := range s.Num {
					s.Num[k] += 0.15
				}
				score(e, s)
			}
		}
		tab := build(t, entries)
		good, holds := 1.0, 1.0
		for _, p := range tab.Pairs() {
			truth := 0.0
			if p.B == 8 {
				truth = -0.015
			} else if p.Adjusted <= tab.Alpha {
				good = 0
			}
			if p.Low > truth || p.High < truth {
				holds = 0
			}
		}
		wrong, covered = wrong+1-good, covered+holds
		if cell := tab.Rows[8].Cells[0]; !cell.Best && !cell.Undecided {
			found++
		}
	}
	t.Logf("family-wise error %.3f, simultaneous coverage %.3f, found %.3f", wrong/tables,
		covered/tables, found/tables)
	slack := 3 * math.Sqrt(0.05*0.95/tables)
	if wrong/tables > 0.05+slack || covered/tables < 0.95-slack || found/tables < 0.5 {
		t.Error("want at most 0.05, at least 0.95, at least 0.5")
	}
}

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
			e := table.Entry{Planned: table.Planned{Dataset: "d", Split: split, Seed: record.Seed(1), Train: size, Test: (folds - 1) * size}, Label: label, Decoder: "map",
				Fit: record.Fit{Outcome: record.Outcome{Kind: record.OK}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}}}
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
