package record

import (
	"fmt"
	"slices"
)

// CheckMetrics returns the first metric, in words, not following from its statistics in a fit; "" if all
// do. Measure says it of a row with its statistics, read from the first of the run folders with
// them. Forged deletes rows of f with statistics missing or damaged in all of these: nobody
// believes their metrics. It reads, unpacks and hashes one file for each row.
func CheckMetrics(f *Fit, measure func(*Row) []string, dirs ...string) (differs string) {
	f.Rows = slices.DeleteFunc(f.Rows, func(row Row) bool {
		has := slices.ContainsFunc(dirs, func(dir string) bool { return row.readStatistics(dir) == nil })
		if has && differs == "" {
			if all := measure(&row); len(all) > 0 {
				differs = fmt.Sprintf("decoder %s: %s", row.Label, all[0])
			}
		}
		return !has
	})
	return differs
}

// A Mismatches counts the fits of a run folder found by [CheckMetrics].
type Mismatches struct {
	n     int
	first string
}

// Add adds a fit.
func (g *Mismatches) Add(f *Fit, differs string) {
	if g.n++; g.n == 1 {
		g.first = fmt.Sprintf("%s on %s, split %d, seed %s, %s", f.Label, f.Dataset, f.Split, f.Seed, differs)
	}
}

// Warning describes the fits left out of run folder dir.
func (g *Mismatches) Warning(dir string) string {
	return fmt.Sprintf("%s: %d fits are left out, whose metrics do not follow from their statistics: first %s", dir, g.n, g.first)
}
