package stats

import "math"

// A Sample is what one split says: a number for each of its test instances.
type Sample struct {
	Instances []int // ≥ 0, the same number for the same instance in every split
	Values    []float64
}

// SameTraining is the overlap of training sets from which on [CorrectedT] is the better test, and
// below which [Crossed] is.
const SameTraining = 0.5

// Crossed tests the mean of differences that were measured in several splits of one
// dataset, each with a training and a test set of its own. Both vary, and so its variance
// has two parts, as of readers and cases in radiology (Gallas 2006, One-shot estimate of MRMC variance; Owen
// 2007, The pigeonhole bootstrap):
//
//	Var(d̄) = s²_J·(1/J + f/(1−f)) + N/(N−1)·Σ_i (Σ_j w_ij (d_ij − d̄))²
//
// The first is of the means of the J splits. overlap is f < 1, the share of its instances
// that a training set has in common with another one on average: it makes s²_J too
// small by a factor 1−f, and what all have in common does not average out. The second is of the N distinct test
// instances, with weights w_ij = 1/(J·n_j) for the n_j of split j; where each split tests all of them it is s²_I/N, of
// their means over splits. What varies by split and instance together is in both parts, so the
// sum is a little too large. P is from Student's t with J−1 degrees of freedom.
//
// P is NaN below three splits or two instances. O(Σ n_j + largest instance).
func Crossed(splits []Sample, overlap float64) Test {
	t := Test{N: len(splits), Effect: math.NaN(), Err: math.NaN(), P: math.NaN(), Floor: 1}
	means := make([]float64, len(splits))
	instances := 0
	for j, s := range splits {
		means[j] = mean(s.Values)
		for _, i := range s.Instances {
			instances = max(instances, i+1)
		}
	}
	if len(splits) == 0 {
		return t
	}
	t.Effect = mean(means)
	if len(splits) < 3 {
		return t
	}
	t.Floor = 0
	j, sd := float64(len(splits)), std(means, t.Effect)
	t.decide(sd*sd*(1/j+overlap/(1-overlap))+ofInstances(splits, t.Effect, instances), len(splits)-1)
	return t
}

// ofInstances returns the second part of the variance: that of the test instances, which are numbered
// below n, about the mean.
func ofInstances(splits []Sample, mean float64, n int) float64 {
	sum, tested := make([]float64, n), make([]bool, n)
	for _, s := range splits {
		w := 1 / float64(len(splits)*len(s.Values))
		for k, i := range s.Instances {
			sum[i] += w * (s.Values[k] - mean)
			tested[i] = true
		}
	}
	square, count := 0.0, 0.0
	for i, x := range sum {
		if tested[i] {
			square += x * x
			count++
		}
	}
	if count < 2 {
		return math.NaN()
	}
	return square * count / (count - 1)
}
