package stats

import "math"

// A PowerLaw is A·n^−B + C.
type PowerLaw struct {
	A, B, C float64
	Misfit  float64 // root of the mean squared residual, weighted as the fit was
}

// At returns the law's value.
func (l PowerLaw) At(n float64) float64 { return l.A*math.Pow(n, -l.B) + l.C }

// Free reports whether A and B are estimates: not where A is 0, so that every B fits, nor where B is as small or as large as
// [FitPowerLaw] lets it be.
func (l PowerLaw) Free() bool {
	const border = 1 + 1e-6
	return l.A > 0 && l.B > leastB*border && l.B < mostB/border
}

// The exponents among which [FitPowerLaw] looks. Learning curves have 0.1 to 1, rarely 2 (Viering & Loog 2022).
const leastB, mostB = 0.02, 4

// FitPowerLaw returns the law with A, C ≥ 0 and 0.02 ≤ B ≤ 4 that minimises Σ w_i (y_i − A·n_i^−B − C)², the usual model of a learning
// curve (Viering & Loog 2022, The shape of learning curves). For a given B it is linear in A and C and solved as such (variable projection; Golub & Pereyra
// 1973); B is found by a grid on a logarithmic scale and golden sections about its best point. n are positive and w not negative, of one length of at
// least 4: fewer points say nothing about three parameters.
func FitPowerLaw(n, y, w []float64) PowerLaw {
	if len(n) != len(y) {
		panic("stats: power law: points without a value")
	}
	return newLawFitter(n, w).fit(y)
}

// A lawFitter fits laws to several values at the same points.
type lawFitter struct {
	n, w   []float64
	free   bool        // C may be negative
	powers [][]float64 // of the exponents of the grid: (n_i/n_0)^−b
	x      []float64   // scratch
}

// lawGrid is the number of steps of the grid of exponents.
const lawGrid = 200

// lawExponent returns the exponent at a place of the grid, 0 … lawGrid.
func lawExponent(at float64) float64 {
	return leastB * math.Exp(at/lawGrid*math.Log(mostB/leastB))
}

func newLawFitter(n, w []float64) *lawFitter {
	if len(n) < 4 || len(n) != len(w) {
		panic("stats: power law: needs four points or more, all with a weight")
	}
	f := &lawFitter{n: n, w: w, x: make([]float64, len(n))}
	for k := range lawGrid + 1 {
		f.powers = append(f.powers, f.power(make([]float64, len(n)), lawExponent(float64(k))))
	}
	return f
}

// power sets x to (n_i/n_0)^−b, which keeps it near 1.
func (f *lawFitter) power(x []float64, b float64) []float64 {
	for i := range x {
		x[i] = math.Exp(-b * math.Log(f.n[i]/f.n[0]))
	}
	return x
}

// fit returns the law of y.
func (f *lawFitter) fit(y []float64) PowerLaw {
	best, least := 0, math.Inf(1)
	for k, x := range f.powers {
		if _, _, square := f.project(x, y); square < least {
			best, least = k, square
		}
	}
	square := func(at float64) float64 {
		_, _, square := f.project(f.power(f.x, lawExponent(at)), y)
		return square
	}
	golden := (math.Sqrt(5) - 1) / 2
	lo, hi := max(float64(best)-1, 0), min(float64(best)+1, lawGrid)
	left, right := hi-golden*(hi-lo), lo+golden*(hi-lo)
	atLeft, atRight := square(left), square(right)
	for range 50 {
		if atLeft <= atRight {
			hi, right, atRight = right, left, atLeft
			left = hi - golden*(hi-lo)
			atLeft = square(left)
		} else {
			lo, left, atLeft = left, right, atRight
			right = lo + golden*(hi-lo)
			atRight = square(right)
		}
	}
	b := lawExponent((lo + hi) / 2)
	a, c, sum := f.project(f.power(f.x, b), y)
	weights := 0.0
	for _, w := range f.w {
		weights += w
	}
	return PowerLaw{A: a * math.Pow(f.n[0], b), B: b, C: c, Misfit: math.Sqrt(sum / weights)}
}

// project returns the best a·x_i + c with a ≥ 0, and with c ≥ 0 unless free, and its sum of weighted squares.
func (f *lawFitter) project(x, y []float64) (a, c, square float64) {
	var sw, sx, sy, sxx, sxy float64
	for i, x := range x {
		w := f.w[i]
		sw, sx, sy = sw+w, sx+w*x, sy+w*y[i]
		sxx, sxy = sxx+w*x*x, sxy+w*x*y[i]
	}
	det := sw*sxx - sx*sx
	a, c = (sw*sxy-sx*sy)/det, (sxx*sy-sx*sxy)/det
	switch { // at the border of a, c ≥ 0 where the free solution is beyond it; convex, so one of the borders is best
	case !(det > 0) || a < 0:
		a, c = 0, sy/sw
		if !f.free {
			c = max(c, 0)
		}
	case c < 0 && !f.free:
		a, c = max(sxy/sxx, 0), 0
	}
	for i, x := range x {
		r := y[i] - a*x - c
		square += f.w[i] * r * r
	}
	return a, c, square
}
