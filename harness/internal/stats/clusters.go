package stats

import "math"

// EffectiveGroups returns the effective number of test groups G* of samples by group; 0 if they are
// not by group. With the share p_g of group g in the test instances, a mean over splits, and
// P_k = Σ_g p_g^k,
//
//	G* = 1 + V²/W,  V = P₂ − 2P₃ + P₂²,
//	W = P₄ + 4P₂P₄ − 4P₅ + P₂⁴ − 4P₂²P₃ + 2P₃²
//
// G groups of one size have G* = G. G*−1 are degrees of freedom of a variance (Satterthwaite 1946; Bell
// & McCaffrey 2002). It is that of a mean, from the sums t_g = p_g(b_g − Σ_h p_h b_h) of groups. Their
// effects b_g have one variance. O(values).
func EffectiveGroups(splits []Sample) float64 {
	shares, groups := map[int]float64{}, []int{} // in order, for the same bits in each run
	for _, s := range splits {
		if s.Sizes == nil {
			return 0
		}
		all := sum(s.Sizes)
		for k, g := range s.Instances {
			if _, known := shares[g]; !known {
				groups = append(groups, g)
			}
			shares[g] += s.Sizes[k] / (all * float64(len(splits)))
		}
	}
	p := make([]float64, len(groups))
	for k, g := range groups {
		p[k] = shares[g]
	}
	p2, p3, p4, p5 := power(p, 2), power(p, 3), power(p, 4), power(p, 5)
	v := p2 - 2*p3 + p2*p2
	w := p4 + 4*p2*p4 - 4*p5 + p2*p2*p2*p2 - 4*p2*p2*p3 + 2*p3*p3
	most := float64(len(p))
	if v*v < (most-1)*w { // not by rounding
		return max(2, 1+v*v/w)
	}
	return most
}

// OneSplit returns Student's t test of the mean of one split, with n−1 degrees of freedom. For groups
// these are G*−1 (see [EffectiveGroups]), and the variance s²/n is larger if their sizes differ.
func OneSplit(s Sample) Test {
	t, one := CorrectedT(s.Values, 0), []Sample{s}
	if groups := EffectiveGroups(one); groups > 0 && finite(t.Err) {
		t.decide(t.Err*t.Err*unequal(one), groups-1)
	}
	t.Skewed = Skewed(s.Values)
	return t
}

// unequal returns the factor by which groups of unequal sizes make a variance with n/(n−1) too small. It
// is the mean over splits of (P₂/V)·(n−1)/n. P₂ and V are those of [EffectiveGroups] for one split.
func unequal(splits []Sample) float64 {
	factor := 0.0
	for _, s := range splits {
		n, p, all := float64(len(s.Sizes)), make([]float64, len(s.Sizes)), sum(s.Sizes)
		if n < 2 {
			return 1
		}
		for k, size := range s.Sizes {
			p[k] = size / all
		}
		p2 := power(p, 2)
		factor += max(1, p2/(p2-2*power(p, 3)+p2*p2)*(n-1)/n) / float64(len(splits))
	}
	return factor
}

// power returns Σ p^k.
func power(p []float64, k int) (total float64) {
	for _, x := range p {
		total += math.Pow(x, float64(k))
	}
	return total
}

func sum(v []float64) (total float64) {
	for _, x := range v {
		total += x
	}
	return total
}
