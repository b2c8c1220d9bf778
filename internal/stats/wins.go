package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Wins say on how many test instances one row is ahead of another.
type Wins struct {
	Wins, Ties, Losses int // of distinct instances

	// Share is (Wins + Ties/2)/n: the paired form of P(A<B) + P(A=B)/2 (Vargha & Delaney 2000, where
	// the two are independent). Low and High are its bootstrap interval.
	Share, Low, High float64
}

const (
	resamples   = 1000 // bootstrap samples
	drawnSplits = 5    // the fewest splits that they draw from
)

// CountWins counts the signs of differences, one for each instance: the mean over the splits that
// tested it. A negative one is a win, as for losses of A minus losses of B. NaN is left out; what is within
// 1e-12 of the largest is a tie, as differences of equal averages may be.
//
// The interval at a level such as 0.95 is of percentiles of 1000 bootstrap samples from a fixed
// seed. Of one split they draw instances; of several, splits and instances, independently, each instance
// being averaged over the splits that were drawn (the pigeonhole bootstrap, Owen 2007, a little too
// wide where splits differ little, and a little too narrow where they differ much). NaN where nothing was tested, and of two to
// four splits, which are too few to draw from. O(1000·Σ n_j).
func CountWins(splits []Sample, level float64) Wins {
	d, n := indexed(splits)
	times, weights := make([]int, len(splits)), make([]int, n)
	fill(times, 1)
	fill(weights, 1)
	signs := make([]int, n)
	d.signs(times, signs)
	w := Wins{Low: math.NaN(), High: math.NaN()}
	for i := range signs {
		switch {
		case signs[i] == untested:
		case signs[i] < 0:
			w.Wins++
		case signs[i] > 0:
			w.Losses++
		default:
			w.Ties++
		}
	}
	w.Share = share(signs, weights)
	if few := len(splits) > 1 && len(splits) < drawnSplits; few || math.IsNaN(w.Share) {
		return w
	}
	random := rand.New(rand.NewPCG(0x2545f4914f6cdd1d, 0x9e3779b97f4a7c15))
	var shares []float64
	for range resamples {
		if len(splits) > 1 {
			draw(random, times)
			d.signs(times, signs)
		}
		draw(random, weights)
		if s := share(signs, weights); !math.IsNaN(s) {
			shares = append(shares, s)
		}
	}
	slices.Sort(shares)
	w.Low, w.High = Quantile(shares, (1-level)/2), Quantile(shares, (1+level)/2)
	return w
}

// differences are of n instances, which are numbered anew without the gaps of those that none tested.
type differences struct {
	splits []Sample
	tie    float64
	sum    []float64 // room
	tested []bool
}

// untested is the sign of an instance that none of the splits tested.
const untested = 2

// indexed leaves NaN out and numbers the rest from 0 to n−1.
func indexed(splits []Sample) (d differences, n int) {
	number := map[int]int{}
	largest := 0.0
	for _, s := range splits {
		var known Sample
		for k, v := range s.Values {
			if math.IsNaN(v) {
				continue
			}
			i, ok := number[s.Instances[k]]
			if !ok {
				i = len(number)
				number[s.Instances[k]] = i
			}
			known.Instances, known.Values = append(known.Instances, i), append(known.Values, v)
			largest = max(largest, math.Abs(v))
		}
		d.splits = append(d.splits, known)
	}
	n = len(number)
	d.tie, d.sum, d.tested = 1e-12*largest, make([]float64, n), make([]bool, n)
	return d, n
}

// signs sets the sign of each instance's sum over the splits, each counted so many times.
func (d *differences) signs(times, signs []int) {
	clear(d.sum)
	clear(d.tested)
	for j, s := range d.splits {
		if times[j] == 0 {
			continue
		}
		for k, i := range s.Instances {
			d.sum[i] += float64(times[j]) * s.Values[k]
			d.tested[i] = true
		}
	}
	for i, sum := range d.sum {
		switch {
		case !d.tested[i]:
			signs[i] = untested
		case sum < -d.tie:
			signs[i] = -1
		case sum > d.tie:
			signs[i] = 1
		default:
			signs[i] = 0
		}
	}
}

// share returns the share of wins, half of the ties being wins; NaN of nothing.
func share(signs, weights []int) float64 {
	twice, n := 0, 0
	for i, w := range weights {
		if s := signs[i]; s != untested {
			twice += w * (1 - s)
			n += w
		}
	}
	return float64(twice) / float64(2*n)
}

// draw sets how often each of the n is among n draws with replacement.
func draw(random *rand.Rand, times []int) {
	clear(times)
	for range times {
		times[random.IntN(len(times))]++
	}
}

func fill(v []int, x int) {
	for i := range v {
		v[i] = x
	}
}
