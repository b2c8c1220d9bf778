package stats

import (
	"math"
	"math/rand/v2"
)

// exchanges is the number of random exchanges where they are not enumerated, and
// exchangeMax the largest number of instances for which they are.
const (
	exchanges   = 1<<13 - 1
	exchangeMax = 12
)

// Exchange tests whether two columns are exchangeable by a value that is a function of
// sums over instances, such as an F1, and no mean of their parts: P is the share of all
// ways to exchange the two at some of the instances in which |value(Σa) − value(Σb)| is
// at least what it is (Noreen 1989; Yeh, More accurate tests for the statistical
// significance of result differences, COLING 2000). a and b hold a table of
// instances × width counts, row-major, for each seed; an instance is exchanged with all
// seeds at once and the values are averaged over them.
//
// Up to 12 instances all 2^n ways are enumerated. Beyond, 8191 ways drawn from a fixed
// seed give P = (1+hits)/(1+draws) (Phipson & Smyth 2010). A value that is not finite
// makes P NaN. O(seeds·n·width) for each way.
func Exchange(a, b [][]float64, width int, value func(sum []float64) float64) Test {
	t := Test{P: math.NaN()}
	if len(a) == 0 || len(a) != len(b) || width < 1 {
		return t
	}
	t.N = len(a[0]) / width
	e := exchange{a: a, b: b, width: width, value: value, left: make([]float64, width), right: make([]float64, width)}
	none := make([]bool, t.N)
	t.Effect = e.difference(none)
	threshold := math.Abs(t.Effect) * (1 - 1e-12)
	if t.Effect-t.Effect != 0 || t.N == 0 {
		return t
	}
	hits, bad := 0, false
	try := func(swapped []bool) {
		d := e.difference(swapped)
		bad = bad || d-d != 0
		if math.Abs(d) >= threshold {
			hits++
		}
	}
	if t.N <= exchangeMax {
		all := 1 << t.N
		for way := range all {
			for i := range none {
				none[i] = way>>i&1 == 1
			}
			try(none)
		}
		t.P, t.Floor = float64(hits)/float64(all), math.Min(1, 2/float64(all))
	} else {
		random := rand.New(rand.NewPCG(0x9d2c5680a3c1b0d9, 0x5fe14f27efc60000))
		for range exchanges {
			for i := range none {
				if i%64 == 0 {
					e.bits = random.Uint64()
				}
				none[i] = e.bits>>(i%64)&1 == 1
			}
			try(none)
		}
		t.P, t.Floor = float64(1+hits)/(1+exchanges), 1.0/(1+exchanges)
	}
	if bad {
		t.P = math.NaN()
	}
	return t
}

// An exchange holds the two columns and buffers for their sums.
type exchange struct {
	a, b        [][]float64
	width       int
	value       func([]float64) float64
	left, right []float64
	bits        uint64
}

// difference returns the mean over seeds of value(Σa) − value(Σb) with some instances
// exchanged.
func (e *exchange) difference(swapped []bool) float64 {
	d := 0.0
	for s := range e.a {
		clear(e.left)
		clear(e.right)
		for i, swap := range swapped {
			x, y := e.a[s][i*e.width:][:e.width], e.b[s][i*e.width:][:e.width]
			if swap {
				x, y = y, x
			}
			for j := range x {
				e.left[j] += x[j]
				e.right[j] += y[j]
			}
		}
		d += (e.value(e.left) - e.value(e.right)) / float64(len(e.a))
	}
	return d
}
