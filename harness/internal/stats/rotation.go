package stats

import "slices"

// rotation returns the variance of the mean if each instance is tested in all splits except one,
// its fold, with one fold per split. share is the part of the variance with the degrees of freedom
// of the splits. For other layouts ok is false. With
//
//	d_ij = μ + a_j + b_i + e_ij,  hence d̄ = μ + mean_j (a_j + b̄_j) + ē,
//	b̄_j the mean over fold j,
//
// a_j and b̄_j belong to the same instances if split j trains on its fold. The variance is B + S; a
// negative part of S counts as 0:
//
//	S = A − E·(J−1)²/(J(J−2)) + 2·(C − E·(J−1)/(J(J−2)))
//
// for A = Σα²/(J(J−1)) and C = Σαβ/(J(J−1)), with the effects α of splits and β of folds, B of
// instances (including E), and E = Var(ē), subtracted from A and C. The share is half of S plus
// half of A, over the variance: A is everything with few degrees of freedom, S the remaining part
// of it.
func (t *tested) rotation(splits []Sample, means []float64,
	mean float64) (variance, share float64, ok bool) {
	fold, ok := t.folds(splits)
	if !ok {
		return 0, 0, false
	}
	alpha, a, c := t.effects(fold, means, mean)
	b, e := t.rest(splits, alpha, mean)
	j := float64(len(splits))
	few := j * (j - 2)
	added := max(0, a-e*(j-1)*(j-1)/few+2*max(0, c-e*(j-1)/few))
	variance = b + added
	return variance, (min(1, a/variance) + added/variance) / 2, true
}

// folds returns, for each instance, the one split that does not test it. ok is false if an instance
// has none or several such splits, or some split tests all.
func (t *tested) folds(splits []Sample) (fold []int, ok bool) {
	tests, sizes := make([]int, len(t.adds)), make([]int, len(splits))
	// the sum of all indices minus those of its tests
	fold = slices.Repeat([]int{len(splits) * (len(splits) - 1) / 2}, len(t.adds))
	for j, s := range splits {
		for _, i := range s.Instances {
			tests[i]++
			fold[i] -= j
		}
	}
	for i, k := range fold {
		if !t.has(i) {
			continue
		}
		if tests[i] != len(splits)-1 || k < 0 || k >= len(splits) {
			return nil, false
		}
		sizes[k]++
	}
	return fold, slices.Min(sizes) > 0
}

// effects returns the effects of the splits, and the sums of their squares and of their products
// with those of folds, over J(J−1). Since split j does not test fold j, means and folds contain
// parts of both. With x_j = d̄_j − d̄, y_j = J·Σ_{i in fold j} t_i and r = 1/(J−1), least squares
// give α = (x + r·y)/(1−r²) and β = (y + r·x)/(1−r²), exact for folds of equal size.
func (t *tested) effects(fold []int, means []float64,
	mean float64) (alpha []float64, a, c float64) {
	j := float64(len(means))
	r := 1 / (j - 1)
	y := make([]float64, len(means))
	for i, k := range fold {
		if t.has(i) {
			y[k] += j * t.adds[i]
		}
	}
	for k, m := range means {
		x := m - mean
		alpha = append(alpha, (x+r*y[k])/(1-r*r))
		a += alpha[k] * alpha[k] / (j * (j - 1))
		c += alpha[k] * (y[k] + r*x) / (1 - r*r) / (j * (j - 1))
	}
	return alpha, a, c
}

// rest returns the variance of the mean caused by instances after removing the effects of the
// splits that test them, and the variance caused by the residuals.
func (t *tested) rest(splits []Sample, alpha []float64, mean float64) (instances, left float64) {
	own, _, left := t.without(splits, alpha, mean)
	return own.variance(), left
}

// without returns the contributions of instances after removing the effects of the splits that test
// them, the weights of instances in the mean, and the variance of the mean caused by the residuals.
func (t *tested) without(splits []Sample, alpha []float64,
	mean float64) (own tested, weights []float64, left float64) {
	own, weights = tested{slices.Clone(t.adds), t.count}, make([]float64, len(t.adds))
	values, squares, weight := 0, 0.0, 0.0
	each := func(j int) float64 { return 1 / float64(len(splits)*len(splits[j].Values)) }
	for j, s := range splits {
		for _, i := range s.Instances {
			own.adds[i] -= each(j) * alpha[j]
			weights[i] += each(j)
		}
	}
	for j, s := range splits {
		for k, i := range s.Instances {
			e := s.Values[k] - mean - alpha[j] - own.adds[i]/weights[i]
			squares += e * e
		}
		values += len(s.Values)
		weight += each(j) * each(j) * float64(len(s.Values))
	}
	free := float64(values) - t.count - float64(len(splits)-1)
	return own, weights, weight * squares / free
}
