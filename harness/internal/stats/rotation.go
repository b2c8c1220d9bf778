package stats

import "slices"

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

// effects returns the effects of the splits, and the sum of their products with those of folds, over
// J(J−1). Since split j does not test fold j, means and folds contain
// parts of both. With x_j = d̄_j − d̄, y_j = J·Σ_{i in fold j} t_i and r = 1/(J−1), least squares
// give α = (x + r·y)/(1−r²) and β = (y + r·x)/(1−r²), exact for folds of equal size.
func (t *tested) effects(fold []int, means []float64, mean float64) (alpha []float64, c float64) {
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
		c += alpha[k] * (y[k] + r*x) / (1 - r*r) / (j * (j - 1))
	}
	return alpha, c
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
