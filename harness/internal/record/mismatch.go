package record

import (
	"fmt"
	"slices"
)

// CheckMetrics recomputes the metrics of a fit from its statistics. It describes the first metric
// with another value; "" if there is none.
//
// The statistics of a row come from the first run folder that has them. The function measure
// describes the wrong metrics of a row with statistics. CheckMetrics deletes rows of f if no folder
// has their statistics undamaged. It reads, unpacks and hashes one file for each row.
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

// Mismatches count the fits of a run folder with wrong metrics, as [CheckMetrics] finds them.
type Mismatches struct {
	n     int
	first string
}

// Add counts a fit.
func (g *Mismatches) Add(f *Fit, differs string) {
	if g.n++; g.n == 1 {
		g.first = fmt.Sprintf("%s on %s, split %d, seed %s, %s", f.Label, f.Dataset, f.Split, f.Seed,
			differs)
	}
}

// Warning says how many fits of run folder dir are left out.
func (g *Mismatches) Warning(dir string) string {
	return fmt.Sprintf("%s: %d fits are left out, since their metrics do not follow from their statistics: first %s", dir, g.n, g.first)
}
