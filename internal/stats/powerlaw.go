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
	if len(n) < 4 || len(n) != len(y) || len(n) != len(w) {
		panic("stats: power law: needs four points or more, all with a weight")
	}
	misfit := func(logB float64) float64 { return projected(n, y, w, math.Exp(logB)).Misfit }
	const points = 200
	step := math.Log(mostB/leastB) / points
	best := math.Log(leastB)
	for i := range points + 1 {
		if at := math.Log(leastB) + float64(i)*step; misfit(at) < misfit(best) {
			best = at
		}
	}
	lo, hi := max(best-step, math.Log(leastB)), min(best+step, math.Log(mostB))
	golden := (math.Sqrt(5) - 1) / 2
	for range 60 {
		a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
		if misfit(a) <= misfit(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return projected(n, y, w, math.Exp((lo+hi)/2))
}

// projected returns the best law with exponent b.
func projected(n, y, w []float64, b float64) PowerLaw {
	scale := n[0] // n/scale keeps the powers near 1
	var sw, sx, sy, sxx, sxy float64
	for i := range n {
		x := math.Pow(n[i]/scale, -b)
		sw, sx, sy = sw+w[i], sx+w[i]*x, sy+w[i]*y[i]
		sxx, sxy = sxx+w[i]*x*x, sxy+w[i]*x*y[i]
	}
	det := sw*sxx - sx*sx
	a, c := (sw*sxy-sx*sy)/det, (sxx*sy-sx*sxy)/det
	switch { // at the border of a, c ≥ 0 where the free solution is beyond it; convex, so one of the borders is best
	case !(det > 0) || a < 0:
		a, c = 0, max(sy/sw, 0)
	case c < 0:
		a, c = max(sxy/sxx, 0), 0
	}
	square := 0.0
	for i := range n {
		r := y[i] - a*math.Pow(n[i]/scale, -b) - c
		square += w[i] * r * r
	}
	return PowerLaw{A: a * math.Pow(scale, b), B: b, C: c, Misfit: math.Sqrt(square / sw)}
}
