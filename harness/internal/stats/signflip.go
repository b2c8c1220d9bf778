package stats

const (
	// exactMax is the largest number of differences with enumerated sign patterns. Their number is
	// at most flips.
	exactMax = 16
	// flips is the number of random sign patterns for more differences.
	flips = 1 << 15
	// drawnFloor is the smallest P from random patterns.
	drawnFloor = 1.0 / (1 + flips)
)

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
