package stats

import "math"

// A Ranking is of k rows over N datasets.
type Ranking struct {
	Ranks []float64 // mean over the datasets, 1 for the smallest value
	F, P  float64   // of the test that all rows have equal ranks on average
}

// Friedman ranks the values of N datasets × k rows within each dataset, and tests whether the mean
// ranks R̄_j differ, by the F of Iman & Davenport (1980):
//
//	χ² = (k−1)·N²·Σ_j (R̄_j − (k+1)/2)² / (Σ_ij r_ij² − N·k·(k+1)²/4),  F = (N−1)·χ²/(N(k−1) − χ²)
//
// with k−1 and (k−1)(N−1) degrees of freedom. Equal values share their mean rank. P is at least
// k!^(1−N), the share of rankings with all datasets in agreement. It is 1 if all values are equal,
// NaN for k < 2 or N < 2. O(N·k·log k).
func Friedman(values [][]float64) Ranking {
	n, r := float64(len(values)), Ranking{F: math.NaN(), P: math.NaN()}
	if len(values) == 0 {
		return r
	}
	k := float64(len(values[0]))
	r.Ranks = make([]float64, len(values[0]))
	squares := 0.0
	for _, v := range values {
		for j, rank := range Ranks(v, Tolerance(v)) {
			r.Ranks[j] += rank / n
			squares += rank * rank
		}
	}
	if n < 2 || k < 2 {
		return r
	}
	between := 0.0
	for _, rank := range r.Ranks {
		between += (rank - (k+1)/2) * (rank - (k+1)/2)
	}
	within := squares - n*k*(k+1)*(k+1)/4
	if within < 1e-9 {
		r.F, r.P = 0, 1
		return r
	}
	chi2 := (k - 1) * n * n * between / within
	r.F, r.P = math.Inf(1), 0
	if rest := n*(k-1) - chi2; rest > 1e-9 {
		r.F = (n - 1) * chi2 / rest
		r.P = survivalF(r.F, k-1, (k-1)*(n-1))
	}
	factorial, _ := math.Lgamma(k + 1)
	r.P = max(r.P, math.Exp((1-n)*factorial))
	return r
}

// DatasetsNeeded returns the smallest number of datasets for which [Wilcoxon] can reach alpha for a
// pair after Holm over m pairs: 2/2^N ≤ alpha/m.
func DatasetsNeeded(m int, alpha float64) int {
	return int(math.Ceil(math.Log2(2*float64(m)/alpha) - 1e-9))
}
