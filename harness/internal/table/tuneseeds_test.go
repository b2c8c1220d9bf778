package table_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// TestCopiesCountOnce: another seed of tuning leaves a fit that is not tuned as it is: two fits are
// no six.
func TestCopiesCountOnce(t *testing.T) {
	var entries []table.Entry
	for _, label := range []string{"plain", "tuned"} {
		for n := range 6 {
			loss := []float64{.1, .2}[n%2]
			e := fits(map[string][]float64{label: {loss, loss}}, label)[0]
			e.Seed = record.Seeds{Split: 1, Learner: uint64(n%2 + 1), Tune: uint64(n/2 + 1)}
			e.Fit.Times.Load, e.Fit.Times.CPUs, e.Fit.Warnings = 9, 2, []string{"hot"}
			if label == "tuned" {
				e.Fit.Trials = []record.Trial{{}, {}}
			}
			entries = append(entries, e)
		}
	}
	tab := build(t, entries)
	for r, want := range []struct {
		n   int
		std float64
	}{{2, math.Sqrt(.005)}, {6, math.Sqrt(.015 / 5)}} {
		if c := tab.Rows[r].Cells[0]; c.N != want.n || math.Abs(float64(c.Std)-want.std) > 1e-12 ||
			math.Abs(float64(c.Mean)-.15) > 1e-12 {
			t.Errorf("%s: N %d, mean %v ± %v", tab.Rows[r].Label, c.N, c.Mean, c.Std)
		}
	}
	notes := notesOf(tab)
	says(t, notes, "overloaded machine, which raises wall seconds, and CPU seconds somewhat: plain and tuned (9.0 busy", "Warning (plain, tuned): hot")
}
