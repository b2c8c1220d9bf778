package record

import (
	"fmt"
	"slices"
)

// CheckMetrics recomputes the metrics of a fit of a run folder from its statistics. It describes
// the fit and its first metric with another value; "" if there is none.
//
// The function measure describes the wrong metrics of a row with statistics. CheckMetrics deletes
// rows of f without undamaged statistics. It reads, unpacks and hashes one file for each row.
func CheckMetrics(f *Fit, measure func(*Row) []string, dir string) (differs string) {
	f.Rows = slices.DeleteFunc(f.Rows, func(row Row) bool {
		if row.readStatistics(dir) != nil {
			return true
		}
		if all := measure(&row); len(all) > 0 && differs == "" {
			differs = fmt.Sprintf("%s on %s, split %d, seed %s, decoder %s: %s", f.Label, f.Dataset,
				f.Split, f.Seed, row.Label, all[0])
		}
		return false
	})
	return differs
}
