package stats_test

import (
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// TestFallenByChance: of eleven equal rows with normal values some split is named in 4 % of the
// columns, and one that is really worse, by nine standard deviations, nearly always.
func TestFallenByChance(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	const columns, rows = 500, 11
	for _, splits := range []int{9, 10, 20} {
		chance, found := 0, 0
		for range columns {
			values := make([][]float64, rows)
			for i := range values {
				for range splits {
					values[i] = append(values[i], r.NormFloat64())
				}
			}
			for _, fallen := range stats.Fallen(stats.BesideOthers(values)) {
				if fallen != nil {
					chance++
					break
				}
			}
			values[3][splits-2] = 9
			for _, j := range stats.Fallen(stats.BesideOthers(values))[3] {
				if j == splits-2 {
					found++
				}
			}
		}
		named, right := float64(chance)/columns, float64(found)/columns
		switch {
		case splits < 10 && named+right > 0:
			t.Errorf("%d splits are too few, and %v are named", splits, named+right)
		case splits >= 10 && (named > 0.055 || named < 0.02 || right < 0.9):
			t.Errorf("%d splits: by chance %v, rightly %v", splits, named, right)
		}
	}
}
