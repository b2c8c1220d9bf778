package stats

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// signsAtOnce is how many patterns of signs are held at a time.
const signsAtOnce = 2048

// signs are patterns of the signs of differences, a set bit for a negated one: words[g][k] has those of the 64 from 64·g
// on in the k-th of n patterns.
type signs struct {
	n     int
	words [][signsAtOnce]uint64
}

// patterns calls use with the signs of n differences, some of them at a time: with all patterns in
// which the first is not negated, as |Σ| is the same for both, or with random ones.
func patterns(n int, use func(p *signs)) {
	if n == 0 {
		return
	}
	p := &signs{words: make([][signsAtOnce]uint64, (n+63)/64)}
	all := flips
	if n <= exactMax {
		all = 1 << (n - 1)
	}
	random := rand.New(rand.NewPCG(0x5fe14f27a3c1b0d9, 0x9e3779b97f4a7c15))
	for first := 0; first < all; first += p.n {
		p.n = min(signsAtOnce, all-first)
		for k := range p.n {
			if n <= exactMax {
				p.words[0][k] = uint64(first+k) << 1
				continue
			}
			for g := range p.words {
				p.words[g][k] = random.Uint64()
			}
		}
		use(p)
	}
}

// A flipped is one row of a family whose signs are flipped.
type flipped struct {
	row       int
	diff      []float64 // its own, padded with 0 to begin and end at multiples of 64
	first     int       // the word of signs that they begin with
	total     float64   // Σd; NaN where that is not finite
	norm      float64   // √Σd²
	threshold float64   // from which on a statistic is as large as the observed one
	sums      []float64 // Σ±d, of each pattern
	lost      [8][256]float64
	hits      int
}

func newFlipped(row, start int, diff []float64, kept []int) *flipped {
	from, _ := slices.BinarySearch(kept, start)
	to, _ := slices.BinarySearch(kept, start+len(diff))
	f := &flipped{row: row, first: from / 64, sums: make([]float64, signsAtOnce)}
	f.diff = make([]float64, (to-64*f.first+63)/64*64)
	size := 0.0
	for k := from; k < to; k++ {
		x := diff[kept[k]-start]
		f.diff[k-64*f.first] = x
		f.total += x
		size += math.Abs(x)
		f.norm += x * x
	}
	f.norm = math.Sqrt(f.norm)
	if size-size != 0 {
		f.total = math.NaN()
	}
	f.threshold = reached(f.total, size) / f.norm
	return f
}

// statistic returns |Σd|/√Σd² as observed.
func (f *flipped) statistic() float64 { return math.Abs(f.total) / f.norm }

// flip sets the sums under patterns of signs. A byte flips eight differences at once, through a table of what they lose.
func (f *flipped) flip(p *signs) {
	sums := f.sums[:p.n]
	for k := range sums {
		sums[k] = f.total
	}
	lost := &f.lost
	for at := 0; at < len(f.diff); at += 64 {
		fillLost(lost[:], f.diff[at:at+64])
		words := p.words[f.first+at/64][:len(sums)]
		for k, w := range words {
			s := sums[k] - lost[0][byte(w)] - lost[1][byte(w>>8)] - lost[2][byte(w>>16)] - lost[3][byte(w>>24)]
			sums[k] = s - lost[4][byte(w>>32)] - lost[5][byte(w>>40)] - lost[6][byte(w>>48)] - lost[7][byte(w>>56)]
		}
	}
}

// parallel calls do for each number below n, on all processors.
func parallel(n int, do func(k int)) {
	var workers sync.WaitGroup
	procs := min(n, runtime.GOMAXPROCS(0))
	for w := range procs {
		workers.Go(func() {
			for k := w; k < n; k += procs {
				do(k)
			}
		})
	}
	workers.Wait()
}
