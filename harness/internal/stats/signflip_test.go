package stats_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// signFlip tests the mean of differences by sign flips of one pair.
func signFlip(diff []float64) stats.Test {
	t := stats.OneSplit(stats.Sample{Values: diff})
	t.P, t.Floor = math.NaN(), stats.FlipFloor(len(diff))
	if t.Effect-t.Effect == 0 {
		rows := [][]float64{diff, make([]float64, len(diff))}
		t.P = stats.FlipPairs(nil, rows, [][2]int{{0, 1}}).P[0]
	}
	return t
}

// darwin holds the differences in height, in eighths of an inch, of 15 pairs of
// crossed and self-fertilised maize (Fisher 1935, The Design of Experiments, §21).
var darwin = []float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}

func TestSignFlipReproducesFisher(t *testing.T) {
	// Fisher's count: 1726 of the 32768 sign patterns; also
	// scipy 1.10.1: permutation_test((d,), np.sum, permutation_type='samples').
	got := signFlip(darwin)
	if want := 1726.0 / 32768; got.P != want {
		t.Errorf("P = %v, want %v", got.P, want)
	}
	if got.N != 15 || got.Floor != 2.0/32768 || math.Abs(got.Effect-314.0/15) > 1e-12 {
		t.Errorf("got %+v", got)
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
