package stats

import "math"

// The tests of earlier versions, for comparison.

// Crossed tests the mean of differences measured in several splits of one dataset, each with its
// own training and test set. Both sets vary, and the variance of the mean has a part for each, like
// readers and cases in radiology (Gallas 2006, One-shot estimate of MRMC variance; Owen 2007, The
// pigeonhole bootstrap). It has a third part, because here the same instances are in both:
//
//	Var(d̄) = A + B + 2·max(0, C)
//	A = s²_J·(1/J + f/(1−f))
//	B = N/(N−1)·Σ_i t_i², t_i = Σ_j w_ij (d_ij − d̄)
//	C = 1/(J−1)·Σ_j (d̄_j − d̄)·Σ_{i learned from in j} t_i
//
// A comes from the means of the J splits. overlap is f < 1, the average share of instances two
// training sets have in common. Overlap makes s²_J too small by a factor 1−f, and common effects do
// not average out.
//
// B comes from the N distinct test instances, with weights w_ij = 1/(J·n_j) for the n_j instances
// of split j. If each split tests all of them, B is s²_I/N, for their means over splits.
// Interactions of split and instance are in A and in B: the sum is a little too large.
//
// C is the covariance of an instance's effects as a test and as a training instance: a hard
// instance for one of two learners also misleads it in training.
//
// If training sets are disjoint and each instance is tested in all splits except one, as in a
// rotation with one training fold, A, B and C have an exact solution, since no split tests its own
// fold. Interactions of split and instance then count once (see rotation.go).
//
// P is the average of the P of Student's t with J−1 degrees of freedom, weighted by the share of A
// in A + B, and the P with N−1. (Cochran & Cox 1950, Experimental designs, average quantiles
// instead. Averaging P has the same power, and is more careful in the tail, where few splits make A
// small by chance.) If a sample does not list its training instances, C is 0 and all weight is on
// J−1.
//
// P is NaN for fewer than three splits or two instances. O(Σ n_j + largest instance).
func Crossed(splits []Sample, overlap float64) Test {
	t := Test{N: len(splits), Effect: math.NaN(), Err: math.NaN(), P: math.NaN(), Floor: 1}
	means := make([]float64, len(splits))
	for j, s := range splits {
		means[j] = mean(s.Values)
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
	instances := addends(splits, t.Effect)
	a, b := sd*sd*(1/j+overlap/(1-overlap)), instances.variance()
	c, known := instances.roles(splits, means, t.Effect)
	if !known {
		t.decide(a+b, j-1)
		return t
	}
	variance, share := a+b+2*max(0, c), a/(a+b)
	if overlap == 0 {
		if v, s, ok := instances.rotation(splits, means, t.Effect); ok {
			variance, share = v, s
		}
	}
	t.decide(variance, j-1)
	if finite(t.Err) {
		t.mix(j-1, instances.count-1, share)
	}
	return t
}

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
	alpha, c := t.effects(fold, means, mean)
	own, _, e := t.without(splits, alpha, mean)
	b := own.variance()
	j := float64(len(splits))
	few := j * (j - 2)
	a := sumSquares(alpha) / (j * (j - 1))
	added := max(0, a-e*(j-1)*(j-1)/few+2*max(0, c-e*(j-1)/few))
	variance = b + added
	return variance, (min(1, a/variance) + added/variance) / 2, true
}

// MaxT returns P of pairs, and P adjusted for their family.
func MaxT(start []int, rows [][]float64, pairs [][2]int) (p, adjusted []float64) {
	f := FlipPairs(start, rows, pairs)
	return f.P, f.Adjusted
}

// variance returns the variance of the mean over new instances; NaN for fewer than two.
func (t *tested) variance() float64 {
	square := 0.0
	for _, x := range t.adds {
		if !math.IsNaN(x) {
			square += x * x
		}
	}
	if t.count < 2 {
		return math.NaN()
	}
	return square * t.count / (t.count - 1)
}

// ModeratedT is the test of one difference for each split of a cross-validation.
func ModeratedT(diff []float64, ratio float64, prior Prior) Test {
	var splits []Sample
	for _, d := range diff {
		splits = append(splits, Sample{Instances: []int{0}, Values: []float64{d}})
	}
	return Layout{Sets: len(diff), Training: SameTraining, Ratio: ratio}.Test(splits, prior)
}
