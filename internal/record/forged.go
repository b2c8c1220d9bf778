package record

import (
	"fmt"
	"slices"
)

// Forged returns the first metric of a fit that does not follow from its statistics, in words; "" if all do. Measure says
// it of a row with its statistics, which are read from the first of the run folders that has them. Forged deletes rows of f
// whose statistics are missing or damaged in all of these: nobody believes their metrics. It reads, unpacks and hashes one
// file for each row.
func Forged(f *Fit, measure func(*Row) []string, dirs ...string) (differs string) {
	f.Rows = slices.DeleteFunc(f.Rows, func(row Row) bool {
		has := slices.ContainsFunc(dirs, func(dir string) bool { return row.readStatistics(dir) == nil })
		if has && differs == "" {
			if all := measure(&row); len(all) > 0 {
				differs = fmt.Sprintf("output %s: %s", row.Label, all[0])
			}
		}
		return !has
	})
	return differs
}

// A Forgeries counts the fits of a run folder that [Forged] speaks of.
type Forgeries struct {
	n     int
	first string
}

// Add adds a fit.
func (g *Forgeries) Add(f *Fit, differs string) {
	if g.n++; g.n == 1 {
		g.first = fmt.Sprintf("%s on %s, split %d, seed %s, %s", f.Label, f.Dataset, f.Split, f.Seed, differs)
	}
}

// Warning says what was left out of run folder dir.
func (g *Forgeries) Warning(dir string) string {
	return fmt.Sprintf("%s: %d fits are left out, whose metrics do not follow from their statistics: first %s", dir, g.n, g.first)
}
