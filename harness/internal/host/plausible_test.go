package host_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/sp"
)

// TestDoubts lists fits with suspicious and impossible times and counts.
func TestDoubts(t *testing.T) {
	for _, c := range []struct {
		name          string
		wall, cpu     float64
		threads       int
		visits        int64
		doubts, fails bool
	}{
		{"one thread", 10, 9.9, 1, 1000, false, false},
		{"four threads for one", 3, 11, 1, 1000, true, false},
		{"four for four", 3, 11, 4, 1000, false, false},
		{"four for one, and short", 0.5, 1.8, 1, 1000, false, false},
		{"a system that does not tell", 10, math.NaN(), 1, 1 << 50, false, false},
		{"more work than a processor does", 1, 0.5, 1, 1e11, false, true},
	} {
		f := host.Fitted{Done: sp.Done{Counts: sp.Counts{Visits: c.visits}}, WallSeconds: c.wall,
			CPUSeconds: c.cpu}
		if doubts, err := f.Doubts(c.threads), f.CheckWork(); (doubts != nil) != c.doubts ||
			(err != nil) != c.fails {
			t.Errorf("%s: %q, %v", c.name, doubts, err)
		}
	}
}
