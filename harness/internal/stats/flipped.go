package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// signsAtOnce is how many patterns of signs a worker holds at a time.
const signsAtOnce = 256

// signs are sign patterns of instances, with a set bit for minus. words[g][k] has the signs of the
// 64 instances from 64·g on in pattern k of n.
type signs struct {
	n     int
	words [][signsAtOnce]uint64
}

// patternCount returns how many patterns a test of n instances uses. It uses all patterns without a
// negated first instance, as the others have the same |Σ|. If n is above exactMax it uses random
// patterns.
func patternCount(n int) int {
	switch {
	case n == 0:
		return 0
	case n <= exactMax:
		return 1 << (n - 1)
	}
	return flips
}

// fill sets p to the patterns starting with number first, for n instances. They depend on these
// numbers alone.
func (p *signs) fill(first, n int) {
	p.n = min(signsAtOnce, patternCount(n)-first)
	if n <= exactMax {
		for k := range p.n {
			p.words[0][k] = uint64(first+k) << 1
		}
		return
	}
	random := rand.New(rand.NewPCG(0x5fe14f27a3c1b0d9, uint64(first)))
	for g := range p.words {
		for k := range p.n {
			p.words[g][k] = random.Uint64()
		}
	}
}

// A flippedRow holds the values of a row at the instances with a bit in the signs.
type flippedRow struct {
	values []float64 // padded with 0 to begin and end at multiples of 64
	first  int       // first word of signs
	total  float64
	size   float64 // Σ|value|
}

// set sets f to the values of instances start, start+1, …; kept lists the instances with a bit. It
// reuses the memory of f.
func (f *flippedRow) set(start int, values []float64, kept []int) {
	from, _ := slices.BinarySearch(kept, start)
	to, _ := slices.BinarySearch(kept, start+len(values))
	*f = flippedRow{first: from / 64, values: f.values[:0]}
	n := (to - 64*f.first + 63) / 64 * 64
	f.values = slices.Grow(f.values, n)[:n]
	clear(f.values)
	for k := from; k < to; k++ {
		x := values[kept[k]-start]
		f.values[k-64*f.first] = x
		f.total += x
		f.size += math.Abs(x)
	}
}

// flip sets sums to Σ±value under each pattern. A byte flips eight values at once, through a table
// of the sums they lose. O(n·len(sums)/8 + 32·n) for n values.
func (f *flippedRow) flip(p *signs, sums []float64) {
	for k := range sums {
		sums[k] = f.total
	}
	var lost [8][256]float64
	for at := 0; at < len(f.values); at += 64 {
		fillLost(lost[:], f.values[at:at+64])
		words := p.words[f.first+at/64][:len(sums)]
		for k, w := range words {
			s := sums[k] - lost[0][byte(w)] - lost[1][byte(w>>8)] -
				lost[2][byte(w>>16)] - lost[3][byte(w>>24)]
			sums[k] = s - lost[4][byte(w>>32)] - lost[5][byte(w>>40)] -
				lost[6][byte(w>>48)] - lost[7][byte(w>>56)]
		}
	}
}

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
