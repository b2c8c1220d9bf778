package record

import "fmt"

// Forged returns the first metric of a fit of run folder dir that does not follow from its statistics, in words; "" if
// all do. Measure says it of a row with its statistics. A row whose statistics are missing or damaged is passed over:
// nobody believes its metrics. It reads, unpacks and hashes one file for each row.
func Forged(dir string, f *Fit, measure func(*Row) []string) string {
	for _, row := range f.Rows {
		if row.readStatistics(dir) != nil {
			continue
		}
		if differs := measure(&row); len(differs) > 0 {
			return fmt.Sprintf("output %s: %s", row.Label, differs[0])
		}
	}
	return ""
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
