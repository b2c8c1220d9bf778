package stats

import "math"

// A Sample holds the results of one split: a number for each of its test instances.
type Sample struct {
	Instances []int // ≥ 0, the same number for the same instance in every split
	Values    []float64
	// training instances among all tested instances; nil if unknown
	Train []int
}

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

// tested are the distinct test instances, by their numbers.
type tested struct {
	adds  []float64 // effect on the mean as a test instance; NaN if not tested
	count float64   // number of tested instances
}

// addends returns the contribution of each instance, over all splits, to the deviation from the
// mean.
func addends(splits []Sample, mean float64) tested {
	n := 0
	for _, s := range splits {
		for _, i := range s.Instances {
			n = max(n, i+1)
		}
	}
	t := tested{adds: make([]float64, n)}
	for i := range t.adds {
		t.adds[i] = math.NaN()
	}
	for _, s := range splits {
		w := 1 / float64(len(splits)*len(s.Values))
		for k, i := range s.Instances {
			if math.IsNaN(t.adds[i]) {
				t.adds[i] = 0
				t.count++
			}
			t.adds[i] += w * (s.Values[k] - mean)
		}
	}
	return t
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

// roles returns the covariance of the instances' effects as test and as training instances. known
// is false if a sample does not list its training instances.
func (t *tested) roles(splits []Sample, means []float64, mean float64) (c float64, known bool) {
	for j, s := range splits {
		if s.Train == nil {
			return 0, false
		}
		adds := 0.0
		for _, i := range s.Train {
			if t.has(i) {
				adds += t.adds[i]
			}
		}
		c += (means[j] - mean) * adds
	}
	return c / float64(len(splits)-1), true
}

func (t *tested) has(i int) bool { return i < len(t.adds) && !math.IsNaN(t.adds[i]) }
