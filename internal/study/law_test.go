package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/suite"
)

// TestLawIntervals: splits that differ by a shift say nothing against the exponent, those that differ in their slope do; an exponent that
// is lost in the noise has no interval, and two splits give none.
func TestLawIntervals(t *testing.T) {
	counts := []int{25, 50, 100, 200, 400}
	made := func(splits int, of func(random *rand.Rand) func(n float64) float64) []string {
		t.Helper()
		random := rand.New(rand.NewPCG(3, 5))
		r := &Run{Suite: &suite.Suite{}, Metrics: []report.Metric{wrong}}
		for _, n := range counts {
			r.Suite.Datasets = append(r.Suite.Datasets, suite.Dataset{Label: fmt.Sprint("words ", n), Base: "words"})
		}
		for split := range splits {
			curve := of(random)
			for _, n := range counts {
				e := entry(fmt.Sprint("words ", n), "A", split, 0, []float64{curve(float64(n)), curve(float64(n))})
				e.Train = n
				r.Entries = append(r.Entries, e)
			}
		}
		rebuild(t, r)
		part, err := sizes(r)
		if err != nil {
			t.Fatal(err)
		}
		return part.Grid.Rows[0]
	}
	line := made(8, func(random *rand.Rand) func(float64) float64 {
		shift := 0.02 * random.NormFloat64()
		return func(n float64) float64 { return 0.9/math.Sqrt(n) + 0.1 + shift }
	})
	if line[8] != "0.50 … 0.50" || !strings.Contains(line[10], "…") {
		t.Errorf("a shift: %q", line)
	}
	line = made(8, func(random *rand.Rand) func(float64) float64 {
		b := 0.5 + 0.1*random.NormFloat64()
		return func(n float64) float64 { return 0.9*math.Pow(n, -b) + 0.1 }
	})
	if low, high, ok := strings.Cut(line[8], " … "); !ok || low >= "0.48" || high <= "0.52" {
		t.Errorf("slopes: %q", line)
	}
	line = made(8, func(random *rand.Rand) func(float64) float64 {
		return func(n float64) float64 { return 0.2 + 0.05*random.NormFloat64() }
	})
	if line[8] != "—" {
		t.Errorf("noise: %q", line)
	}
	line = made(2, func(random *rand.Rand) func(float64) float64 {
		shift := 0.02 * random.NormFloat64()
		return func(n float64) float64 { return 0.9/math.Sqrt(n) + 0.1 + shift }
	})
	if line[8] != "—" || line[10] != "—" {
		t.Errorf("two splits: %q", line)
	}
}
