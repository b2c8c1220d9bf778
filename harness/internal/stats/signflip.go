package stats

import "math"

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
// close to the level. The cost is that of [FlipPairs].
func SignFlip(diff []float64) Test {
	t := CorrectedT(diff, 0)
	t.P, t.Floor, t.Skewed = math.NaN(), FlipFloor(len(diff)), Skewed(diff)
	if finite(t.Effect) {
		rows := [][]float64{diff, make([]float64, len(diff))}
		t.P = FlipPairs(nil, rows, [][2]int{{0, 1}}).P[0]
	}
	return t
}

// Bound reports whether P is only an upper bound: patterns were drawn, and none reached the
// observed sum. With enumerated patterns the smallest P is exact.
func (t *Test) Bound() bool { return t.Floor == drawnFloor && t.P <= t.Floor }

// fillLost sets lost, for each group of eight differences and each byte, to the loss of their sum
// when the differences at the set bits are negated.
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
