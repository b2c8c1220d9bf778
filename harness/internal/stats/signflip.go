package stats

import (
	"math"
	"math/rand/v2"
)

const (
	// exactMax is the largest number of differences with enumerated sign patterns. Their number is
	// at most flips.
	exactMax = 16
	// flips is the number of random sign patterns for more differences.
	flips = 1 << 15
	// drawnFloor is the smallest P from random patterns.
	drawnFloor = 1.0 / (1 + flips)
)

// SignFlip tests whether paired differences are symmetric about zero, as they are if the two
// columns are exchangeable. P is the share of sign patterns ± with |Σ ±d| at least |Σ d| (Fisher
// 1935, §21). Zero differences do not change it.
//
// For up to 16 non-zero differences all 2^n patterns are enumerated, and P is at least 2/2^n.
// Beyond, 32768 patterns drawn from a fixed seed give P = (1+hits)/(1+draws), valid for any number
// of draws (Phipson & Smyth 2010). Without a non-zero difference P is 1; any NaN or infinity makes
// P NaN. Err is the standard error of the mean, s/√n: its interval may disagree with P if P is
// close to the level. O(2^n), or O(n·draws/8).
func SignFlip(diff []float64) Test {
	d := nonZero(diff)
	t := CorrectedT(diff, 0)
	t.P, t.Floor, t.Skewed = 1, FlipFloor(len(diff)), Skewed(diff)
	total, size := 0.0, 0.0
	for _, x := range d {
		total += x
		size += math.Abs(x)
	}
	switch {
	case len(diff) == 0 || size-size != 0:
		t.P = math.NaN()
	case len(d) == 0:
	case len(d) <= exactMax:
		t.P = exactFlips(d, reached(total, size))
	default:
		t.P = randomFlips(d, total, reached(total, size))
	}
	return t
}

// Bound reports whether P is only an upper bound: patterns were drawn, and none reached the
// observed sum. With enumerated patterns the smallest P is exact.
func (t *Test) Bound() bool { return t.Floor == drawnFloor && t.P <= t.Floor }

// reached returns the threshold for a sum to count as large as total, allowing for rounding; size
// is Σ|d|.
func reached(total, size float64) float64 { return math.Abs(total) - 1e-12*size }

// exactFlips returns the share of sign patterns that reach the threshold. Negation does not change
// |Σ|, so the first sign stays +.
func exactFlips(d []float64, threshold float64) float64 {
	return math.Ldexp(float64(countFlips(d[1:], d[0], threshold)), 1-len(d))
}

// countFlips counts the sign patterns of rest whose sum, added to sum, reaches the threshold.
func countFlips(rest []float64, sum, threshold float64) int {
	if len(rest) == 0 {
		if math.Abs(sum) >= threshold {
			return 1
		}
		return 0
	}
	return countFlips(rest[1:], sum+rest[0], threshold) + countFlips(rest[1:], sum-rest[0],
		threshold)
}

// randomFlips estimates the same share. A random byte flips eight differences
// at once, through a table of the 256 sums that each eight can lose.
func randomFlips(d []float64, total, threshold float64) float64 {
	lost := lostSums(d)
	random := rand.New(rand.NewPCG(0x5fe14f27a3c1b0d9, 0x9e3779b97f4a7c15))
	hits := 0
	for range flips {
		sum := total
		for rest := lost; len(rest) > 0; rest = rest[min(8, len(rest)):] {
			word := random.Uint64()
			for g := range rest[:min(8, len(rest))] {
				sum -= rest[g][byte(word>>(8*g))]
			}
		}
		if math.Abs(sum) >= threshold {
			hits++
		}
	}
	return float64(1+hits) / (1 + flips)
}

// lostSums returns, for each group of eight differences and each byte, the loss of their sum when
// the differences at the set bits are negated.
func lostSums(d []float64) [][256]float64 {
	lost := make([][256]float64, (len(d)+7)/8)
	fillLost(lost, d)
	return lost
}

// fillLost sets lost, tables of that form, to those of d.
func fillLost(lost [][256]float64, d []float64) {
	for i, x := range d {
		table, bit := &lost[i/8], 1<<(i%8)
		for b := range bit {
			table[b|bit] = table[b] + 2*x
		}
	}
	for g := range lost { // bits beyond the last difference change nothing
		for b, used := 0, min(8, len(d)-8*g); b < 256; b++ {
			lost[g][b] = lost[g][b&(1<<used-1)]
		}
	}
}

// nonZero returns the differences other than zero, NaN included.
func nonZero(diff []float64) []float64 {
	d := make([]float64, 0, len(diff))
	for _, x := range diff {
		if x != 0 {
			d = append(d, x)
		}
	}
	return d
}
