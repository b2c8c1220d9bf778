package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// words draws n instances of eight variables in 15 bins. With probability together, all variables
// of an instance are correct or wrong together. Up to shift, the probabilities are calibrated.
func words(r *rand.Rand, n int, together, shift float64) (counts []float64) {
	for range n {
		row := make([]float64, 45)
		common := r.Float64()
		for range 8 {
			q := 0.3 + 0.7*r.Float64()
			u := r.Float64()
			if r.Float64() < together {
				u = common
			}
			b := 3 * min(int(q*15), 14)
			row[b]++
			row[b+1] += q
			if u < q-shift {
				row[b+2]++
			}
		}
		counts = append(counts, row...)
	}
	return counts
}

// TestReliability: over many data sets of a calibrated decoder the mean error is Chance, with
// dependent variables too, and the intervals cover the truth. A shift is detected.
func TestReliability(t *testing.T) {
	r := pcg(7, 8)
	for _, together := range []float64{0, 0.9} {
		const repetitions = 40
		found, chance, held, all := 0.0, 0.0, 0.0, 0.0
		for range repetitions {
			got := NewReliability(words(r, 200, together, 0), 45)
			found, chance = found+got.Error/repetitions, chance+got.Chance/repetitions
			for _, b := range got.Bins {
				all++
				if b.Low <= b.Confidence && b.Confidence <= b.High {
					held++
				}
			}
		}
		if math.Abs(chance/found-1) > 0.1 {
			t.Errorf("together %v: chance %v, error %v", together, chance, found)
		}
		if share := held / all; share < 0.9 || share > 0.98 {
			t.Errorf("together %v: intervals hold the truth in %v", together, share)
		}
	}
	bold := NewReliability(words(r, 1000, 0.5, 0.1), 45)
	if math.Abs(bold.Error-0.1) > 0.02 || math.Abs(bold.Confidence-bold.Right-0.1) > 0.02 ||
		bold.Chance > 0.03 || bold.N != 8000 {
		t.Errorf("%+v", bold)
	}
}

// TestReliabilityByHand: two instances in two bins; the third bin is empty.
func TestReliabilityByHand(t *testing.T) {
	got := NewReliability([]float64{2, 1.8, 1, 0, 0, 0, 1, 0.2, 0 /**/, 2, 1.6, 2, 0, 0, 0, 0, 0,
		0}, 9)
	if math.Abs(got.Error-(0.4+0.2)/5) > 1e-15 || got.Right != 0.6 ||
		math.Abs(got.Confidence-0.72) > 1e-15 || len(got.Bins) != 2 {
		t.Errorf("%+v", got)
	}
	if b := got.Bins[0]; b.N != 4 || b.Right != 0.75 || b.Low != 0.5 || b.High != 1 {
		t.Errorf("%+v", b)
	}
	again := NewReliability([]float64{2, 1.8, 1, 0, 0, 0, 1, 0.2, 0, 2, 1.6, 2, 0, 0, 0, 0, 0, 0},
		9)
	if again.Chance != got.Chance || !slices.Equal(again.Bins, got.Bins) {
		t.Error("the same counts give other numbers")
	}
	if one := NewReliability([]float64{2, 1.8, 1}, 3); !math.IsNaN(one.Chance) {
		t.Errorf("of one instance: %+v", one)
	}
}
