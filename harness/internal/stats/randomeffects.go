package stats

import (
	"math"
	"slices"
)

// A Pooled is the mean of effects over datasets, with two intervals.
type Pooled struct {
	Mean   float64
	Spread float64 // τ, the standard deviation of true effects between datasets

	Low, High         float64 // of the mean
	NextLow, NextHigh float64 // of the true effect on a further dataset
}

// RandomEffects returns the mean of k effects y_i with standard errors s_i, under
//
//	y_i = μ + u_i + ε_i, Var(u_i) = τ², Var(ε_i) = s_i·s
//
// with the median s of the s_i. Few splits know them roughly, and weights by s_i² trust those that
// are small by chance. A NaN, where nothing varies, counts as s.
//
// With w_i = 1/(s_i·s + τ²) and m = Σ w_i y_i / Σ w_i, τ² solves Q(τ²) = Σ w_i (y_i − m)² = k−1, and
// is 0 if Q(0) ≤ k−1 (Paule & Mandel 1982). This needs no normal effects, and is not too small for
// large τ, as the moments of DerSimonian & Laird are (Veroniki et al. 2016).
//
// The variance of m is V = max(1, Q/(k−1))/Σ w_i: that of Hartung & Knapp (2001) with the floor of
// Röver, Knapp & Friede (2015). With this τ² Q is at most k−1, so the factor is always 1. The
// intervals, at a level such as 0.95, are m ± t_{k−1}·√V and, for a further dataset, m ±
// t_{k−2}·√(V + τ²) (Higgins, Thompson & Spiegelhalter 2009). For k < 3, or without any s_i, the
// mean has equal weights, and all else is NaN. O(k) for each of about 60 steps.
func RandomEffects(effects, errs []float64, level float64) Pooled {
	k, all, nan := float64(len(effects)), Summarize(effects), math.NaN()
	middle := Median(slices.DeleteFunc(slices.Clone(errs), math.IsNaN))
	if k < 3 || math.IsNaN(middle) {
		return Pooled{all.Mean, nan, nan, nan, nan, nan}
	}
	variances := make([]float64, len(errs))
	for i, s := range errs {
		if math.IsNaN(s) {
			s = middle
		}
		variances[i] = s * middle
	}
	weigh := func(tau2 float64) (mean, variance, q float64) {
		sum := 0.0
		for i, y := range effects {
			w := 1 / (variances[i] + tau2)
			sum, mean = sum+w, mean+w*y
		}
		mean /= sum
		for i, y := range effects {
			q += (y - mean) * (y - mean) / (variances[i] + tau2)
		}
		return mean, 1 / sum, q
	}

	// Q falls with τ², and is at most k−1 at the variance of the effects.
	tau2 := root(0, all.Std*all.Std, func(tau2 float64) float64 {
		_, _, q := weigh(tau2)
		return q - (k - 1)
	})
	m, variance, _ := weigh(tau2)
	half := quantileT(0.5+level/2, k-1) * math.Sqrt(variance)
	next := quantileT(0.5+level/2, k-2) * math.Sqrt(variance+tau2)
	return Pooled{m, math.Sqrt(tau2), m - half, m + half, m - next, m + next}
}
