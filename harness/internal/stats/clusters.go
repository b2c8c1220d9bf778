package stats

import "slices"

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
	if len(splits) == 0 || splits[0].Sizes == nil {
		return 0
	}
	p := groupShares(splits)
	most := float64(len(p))
	switch p2, v, w := groupForm(p); {
	case p2 > 0.998: // one group has nearly all: G* is 2 to 2.3, and v and w are rounding
		return min(2, most)
	case v*v < (most-1)*w: // not by rounding
		return 1 + v*v/w
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
func unequal(splits []Sample) (factor float64) {
	for j, s := range splits {
		n := float64(len(s.Sizes))
		if n < 2 {
			return 1
		}
		p2, v, _ := groupForm(groupShares(splits[j : j+1]))
		factor += max(1, p2/v*(n-1)/n) / float64(len(splits))
	}
	return factor
}

// groupShares returns the share of each group with values, a mean over splits.
func groupShares(splits []Sample) (p []float64) {
	for _, s := range splits {
		all := mean(s.Sizes) * float64(len(s.Sizes)*len(splits))
		for k, g := range s.Instances {
			p = append(p, make([]float64, max(0, g+1-len(p)))...)
			p[g] += s.Sizes[k] / all
		}
	}
	return slices.DeleteFunc(p, func(x float64) bool { return x == 0 })
}

// groupForm returns P₂, V and W of [EffectiveGroups].
func groupForm(p []float64) (p2, v, w float64) {
	p3, p4, p5 := 0.0, 0.0, 0.0
	for _, x := range p {
		p2, p3, p4, p5 = p2+x*x, p3+x*x*x, p4+x*x*x*x, p5+x*x*x*x*x
	}
	return p2, p2 - 2*p3 + p2*p2, p4 + 4*p2*p4 - 4*p5 + p2*p2*p2*p2 - 4*p2*p2*p3 + 2*p3*p3
}
