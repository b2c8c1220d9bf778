package stats

import "math"

// A Sample is what one split says: a number for each of its test instances.
type Sample struct {
	Instances []int // ≥ 0, the same number for the same instance in every split
	Values    []float64
	// those that were learned from, of all that some split tests; nil where it is not known
	Train []int
}

// Crossed tests the mean of differences that were measured in several splits of one dataset, each
// with a training and a test set of its own. Both vary, and so its variance has two parts, as of
// readers and cases in radiology (Gallas 2006, One-shot estimate of MRMC variance; Owen 2007, The
// pigeonhole bootstrap), and a third one, as here the same instances are both:
//
//	Var(d̄) = A + B + 2·max(0, C)
//	A = s²_J·(1/J + f/(1−f))
//	B = N/(N−1)·Σ_i t_i², t_i = Σ_j w_ij (d_ij − d̄)
//	C = 1/(J−1)·Σ_j (d̄_j − d̄)·Σ_{i learned from in j} t_i
//
// A is of the means of the J splits. overlap is f < 1, the share of its instances that a training
// set has in common with another one on average: it makes s²_J too small by a factor 1−f, and what
// all have in common does not average out. B is of the N distinct test instances, with weights w_ij
// = 1/(J·n_j) for the n_j of split j; where each split tests all of them it is s²_I/N, of their
// means over splits. What varies by split and instance together is in both, so the sum is a little
// too large. C is the covariance of what an instance adds to the mean where it is tested and where
// it is learned from: an instance that is hard for one of two learners misleads it too.
//
// Where training sets are disjoint and each instance is tested in all splits but one, as in a
// rotation that learns from one fold, A, B and C are solved for exactly, as no split tests its own
// fold, and what varies by split and instance together is counted once (see rotation.go).
//
// P is the mean of those of Student's t with J−1 degrees of freedom, weighted by the share of A in
// A + B, and with N−1. (Cochran & Cox 1950, Experimental designs, weigh quantiles so; a mean of P
// finds as much, and is more careful in the tail, where few splits make A small by chance.) Where a
// sample does not know what was learned from, C is left out and all is of J−1.
//
// P is NaN below three splits or two instances. O(Σ n_j + largest instance).
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
	adds  []float64 // to the mean, by being tested; NaN for an instance that is not
	count float64   // of those that are
}

// addends returns what each instance adds to the mean over all splits, beyond it.
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

// variance returns that of the mean over other instances; NaN for less than two.
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

// roles returns the covariance of what instances add to the mean by being tested and by being
// learned from; false where it is not known which are.
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
