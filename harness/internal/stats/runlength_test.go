package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var inf = math.Inf(1)

func TestRunLengths(t *testing.T) {
	// a rise after a hit does not undo it
	effort, value := []float64{1, 2, 4, 8}, []float64{0.5, math.NaN(), 0.2, 0.3}
	got := RunLengths(effort, value, []float64{0.6, 0.5, 0.3, 0.2, 0.1})
	if want := []float64{1, 1, 4, 4, inf}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestExpectedRunningTime: runs reach a target with probability p after effort a and otherwise fail
// after b. Restarting until success has mean effort a + b(1−p)/p.
func TestExpectedRunningTime(t *testing.T) {
	if got := ExpectedRunningTime([]float64{3, inf, 5}, []float64{9, 10, 9}); got != 9 {
		t.Errorf("%v, want (3+10+5)/2", got)
	}
	if got := ExpectedRunningTime([]float64{inf}, []float64{10}); got != inf {
		t.Errorf("%v for failed runs only", got)
	}
	r := rand.New(rand.NewPCG(1, 2))
	const p, a, b, chains = 0.3, 2.0, 5.0, 20000
	var lengths, spent []float64
	total := 0.0
	for range chains {
		for {
			if r.Float64() < p {
				total += a
				lengths, spent = append(lengths, a), append(spent, b)
				break
			}
			total += b
			lengths, spent = append(lengths, inf), append(spent, b)
		}
	}
	if got, want := ExpectedRunningTime(lengths, spent), total/chains; math.Abs(got-want) > 1e-9 ||
		math.Abs(got-(a+b*(1-p)/p)) > 0.3 {
		t.Errorf("%v, chains take %v, on average %v", got, want, a+b*(1-p)/p)
	}
}

func TestCumulative(t *testing.T) {
	x, share := Cumulative([]float64{4, inf, 1, 4})
	if !slices.Equal(x, []float64{1, 4}) || !slices.Equal(share, []float64{0.25, 0.75}) {
		t.Errorf("%v %v", x, share)
	}
	if x, share = Cumulative([]float64{inf, inf}); x != nil || share != nil {
		t.Errorf("of nothing: %v %v", x, share)
	}
}

func TestTargets(t *testing.T) {
	if got := Targets(8, 1, 4); math.Abs(got[1]-4) > 1e-12 || math.Abs(got[2]-2) > 1e-12 ||
		got[0] != 8 || got[3] != 1 {
		t.Errorf("8 … 1: %v", got)
	}
	if got := Targets(8, -1, 4); !slices.Equal(got, []float64{8, 5, 2, -1}) {
		t.Errorf("8 … −1: %v", got)
	}
}
