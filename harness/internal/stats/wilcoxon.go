package stats

import "math"

// wilcoxonExactMax is the largest n with an exact null distribution.
const wilcoxonExactMax = 50

// Wilcoxon is the signed-rank test of symmetry of paired differences about zero (Wilcoxon 1945).
// Zero differences are dropped; sizes no further apart than within share their mean rank: rounding
// must not break ties (see [Tolerance], of the compared losses). For up to 50 differences P comes
// from the exact null distribution given the ties, beyond from the normal approximation with
// corrections for ties and continuity. Any NaN makes P NaN. O(n³) up to 50, then O(n log n).
func Wilcoxon(diff []float64, within float64) Test {
	d := nonZero(diff)
	t := CorrectedT(diff, 0)
	t.P, t.Floor = 1, math.Min(1, math.Ldexp(2, -len(diff)))
	size := make([]float64, len(d))
	for i, x := range d {
		size[i] = math.Abs(x)
	}
	switch {
	case len(diff) == 0 || math.IsNaN(t.Effect):
		t.P = math.NaN()
		return t
	case len(d) == 0:
		return t
	}
	rank := Ranks(size, within)
	plus := 0.0
	for i, x := range d {
		if x > 0 {
			plus += rank[i]
		}
	}
	if len(d) <= wilcoxonExactMax {
		t.P = exactSignedRank(rank, plus)
	} else {
		t.P = normalSignedRank(rank, plus)
	}
	return t
}

// exactSignedRank returns the two-sided p of the rank sum plus: twice the probability of the
// smaller tail. Ranks are multiples of ½, so the doubled ranks index the distribution.
func exactSignedRank(rank []float64, plus float64) float64 {
	all := 0
	for _, r := range rank {
		all += int(2 * r)
	}
	prob := make([]float64, all+1) // of the doubled rank sum
	prob[0] = 1
	top := 0
	for _, r := range rank {
		step := int(2 * r)
		top += step
		for s := top; s >= 0; s-- {
			prob[s] /= 2
			if s >= step {
				prob[s] += prob[s-step] / 2
			}
		}
	}
	w := int(2 * plus)
	tail := 0.0
	for _, q := range prob[:min(w, all-w)+1] {
		tail += q
	}
	return math.Min(1, 2*tail)
}

// normalSignedRank approximates the same p. Σrank²/4 is the variance given the
// ties.
func normalSignedRank(rank []float64, plus float64) float64 {
	centre, variance := 0.0, 0.0
	for _, r := range rank {
		centre += r / 2
		variance += r * r / 4
	}
	z := math.Max(0, math.Abs(plus-centre)-0.5) / math.Sqrt(variance)
	return math.Erfc(z / math.Sqrt2)
}

// nonZero returns the differences other than zero, NaN included.
func nonZero(diff []float64) []float64 {
	d := make([]float64, 0, len(diff))
	for _, x := range diff {
		if x != 0 {
			d = append(d, x)
		}
	}
	return d
}
