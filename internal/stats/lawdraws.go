package stats

import (
	"math"
	"math/rand/v2"
)

// lawDraws is the number of draws of a law.
const lawDraws = 400

// PowerLawDraws draws laws as they would be fitted to other data: quantiles of A, B and C over the draws are intervals for them. A draw is the
// [FitPowerLaw] of y_i + errors_i·T_i, where T is distributed as a multivariate Student's t with U−1 degrees of freedom and the correlations of the sizes
// over U units: units[u][i] is what unit u, a split or a test instance, has at n_i. Each unit gets a Gaussian weight (the multiplier bootstrap; Mammen
// 1993, Bootstrap and wild bootstrap for high dimensional linear models), so that what the sizes have in common, such as
// hard test instances, moves all of them, and errors, those of y, say by how much. C may be negative in a draw: a bootstrap of what is estimated
// at a bound is wrong there (Andrews 2000, Inconsistency of the bootstrap when a parameter is on the boundary of the parameter space). None
// with fewer than 3 units. Draws are from a fixed seed. O(draws·(U·sizes + cost of a fit)).
func PowerLawDraws(n, y, w, errors []float64, units [][]float64) []PowerLaw {
	if len(units) < 3 {
		return nil
	}
	deviations, fitter := deviations(units), newLawFitter(n, w)
	fitter.free = true
	random := rand.New(rand.NewPCG(0x51a3c8e07f1d2b64, 0xd1b54a32d192ed03))
	draws := make([]PowerLaw, lawDraws)
	moved := make([]float64, len(n))
	for k := range draws {
		clear(moved)
		for _, d := range deviations {
			g := random.NormFloat64()
			for i := range d {
				moved[i] += g * d[i]
			}
		}
		chi := 0.0
		for range len(units) - 1 {
			g := random.NormFloat64()
			chi += g * g
		}
		t := math.Sqrt(float64(len(units)-1) / chi)
		for i := range moved {
			moved[i] = y[i] + errors[i]*t*moved[i]
		}
		draws[k] = fitter.fit(moved)
	}
	return draws
}

// deviations returns those of the units from their mean, of each size with squares that add up to 1; 0 where the units are equal.
func deviations(units [][]float64) [][]float64 {
	all := make([][]float64, len(units))
	for u := range units {
		all[u] = make([]float64, len(units[u]))
	}
	column := make([]float64, len(units))
	for i := range units[0] {
		for u := range units {
			column[u] = units[u][i]
		}
		s := Summarize(column)
		norm := s.Std * math.Sqrt(float64(len(units)-1))
		if !(norm > 1e-12*math.Abs(s.Mean)) {
			continue
		}
		for u := range units {
			all[u][i] = (column[u] - s.Mean) / norm
		}
	}
	return all
}
