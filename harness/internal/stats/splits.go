package stats

import (
	"math"
	"slices"
	"sort"
)

// A Layout says how splits divide a dataset.
type Layout struct {
	Sets     int     // different training sets
	Training float64 // f, the share of its instances a training set has in common with another
	Tests    float64 // g, the same share of test sets
	Ratio    float64 // n_test/n_train
}

// Method returns the test of the layout; see [MethodOf].
func (l Layout) Method() Method { return MethodOf(l.Sets, l.Training, l.Tests) }

// Sources are the parts of the variance of one split's mean.
type Sources struct {
	Training float64 // training sets
	Tests    float64 // test instances
	Both     float64 // what varies by training set and test instance together
}

// Test tests the mean of differences over splits. If test sets are disjoint and training sets share
// half or more, it is [CorrectedT] with the ratio of the layout. In other layouts the parts of the
// variance are estimated by least squares of
//
//	d_ij = μ + a_j + b_i + e_ij
//
// In rotations that train on one fold the solution is exact (see rotation.go). With the variance E
// of the mean of the e_ij, V is E·(J−1)²/(J(J−2)), and C is less by E·(J−1)/(J(J−2)). In others the
// effects of training sets are x_j = d̄_j − d̄, and those of instances are left of d_ij − d̄_j. With
// the variance s² of the x_j, test sets of n_j instances, and w_ij = 1/(J·n_j),
//
//	Var(d̄) = B + S,  B = n/(n−1)·Σ_i t_i²,  t_i = Σ_j w_ij (d_ij − d̄_j)
//	S = max(A − V, κ·A·√(2/(J−1))) + 2·max(0, C),  A = s²·(1 + (J−1)f)/(J(1−f))
//
// V is the part of A caused by test instances. It is subtracted, but few splits may make A small by
// chance, so S is at least κ = 0.4 standard errors of A. C is the covariance of the effects of an
// instance in training and in the test. It is estimated without the instances that a split cannot
// test because it trains on them.
//
// A prior moderates s², which then has J−1+d0 degrees of freedom. With C they are the harmonic mean
// df of these and the J−1 of C, weighted by A and 2C. P is the average of the P of Student's t with
// df and with N−1 degrees of freedom for N test instances. The first has the weight
// (min(1, A/Var) + S/Var)/2. If a sample does not list its training instances, C is 0 and all weight
// is on df.
//
// For groups of test instances, G*−1 replaces N−1 (see [EffectiveGroups]), and n/(n−1) is larger if
// their sizes differ. If the samples do not list their training instances, df is at most G*−1.
//
// With two splits there is an Err for planning, but P is NaN. O(Σ n_j + largest instance).
func (l Layout) Test(splits []Sample, prior Prior) Test {
	t := Test{N: len(splits), Effect: math.NaN(), Err: math.NaN(), P: math.NaN(), Floor: 1}
	if len(splits) < 2 {
		return t
	}
	e := l.solve(splits)
	j := float64(len(splits))
	s2, df := prior.moderate(squaresAbout(e.training, 0)/(j-1), j-1)
	t.Effect, t.Floor, t.Skewed = e.mean, 0, e.skewed
	t.free, t.prior = e.free, df-(j-1)
	if l.corrected() {
		t.Sources.Training = s2 * (1 + l.Ratio)
		t.decide(s2*e.scale, df)
	} else {
		t.add(e, s2*e.scale, df)
		common := 1 + (j-1)*l.Training
		t.Sources = Sources{(t.Err*t.Err - e.instances) * j / common,
			(e.instances - e.both) * j / (1 + (j-1)*l.Tests), e.both * j}
	}
	if len(splits) == 2 {
		t.P, t.Floor = math.NaN(), 1
	}
	return t
}

// leastTraining is κ of [Layout.Test]. In simulated splits of one pool, 240 of 300 to train, the
// level is 0.12 with κ = 0, 0.03 with 0.4 and 0.01 with 1.
const leastTraining = 0.4

// add sets Err and P from the effects, with the variance a of the mean by training sets.
func (t *Test) add(e effects, a, df float64) {
	s := max(0, a-e.noise+2*max(0, e.roles))
	if !e.exact {
		s = max(a-e.noise, leastTraining*a*math.Sqrt(2/float64(t.N-1))) + 2*max(0, e.roles)
	}
	variance := e.instances + s
	if t.capped = e.groups && !e.known; t.capped {
		df = min(df, e.free)
	}
	t.decide(variance, df)
	if finite(t.Err) && e.known && e.free > 0 {
		if t.prior > 0 { // the prior has nothing on C
			c := 2 * max(0, e.roles)
			df = (a + c) / (a/df + c/float64(t.N-1))
		}
		t.mix(df, e.free, (min(1, a/variance)+s/variance)/2)
	}
}

// effects are estimates of the effects of training sets, and of the parts of the variance.
type effects struct {
	mean      float64
	training  []float64 // by split, with sum 0
	scale     float64   // A over the variance of training
	noise     float64   // V
	roles     float64   // C
	instances float64   // B
	both      float64   // the part of B caused by e_ij
	tested    float64   // distinct test instances
	free      float64   // degrees of freedom of instances
	groups    bool      // values are of groups
	known     bool      // samples list their training instances
	exact     bool      // a rotation
	skewed    bool      // contributions of instances
}

// Effects returns the effect of each training set on the mean of its split, for [Moderate]. Their
// sum is 0.
func (l Layout) Effects(splits []Sample) []float64 { return l.solve(splits).training }

// corrected reports whether the test of such splits, if there are enough, is [CorrectedT].
func (l Layout) corrected() bool { return MethodOf(3, l.Training, l.Tests) == CorrectedMean }

func (l Layout) solve(splits []Sample) effects {
	j := float64(len(splits))
	means, values := make([]float64, len(splits)), 0.0
	for k, s := range splits {
		means[k] = mean(s.Values)
		values += float64(len(s.Values))
	}
	e := effects{mean: mean(means), scale: 1/j + l.Ratio}
	for _, m := range means {
		e.training = append(e.training, m-e.mean)
	}
	if l.corrected() {
		return e
	}
	instances := addends(splits, e.mean)
	e.tested, e.free = instances.count, instances.count-1
	if groups := EffectiveGroups(splits); groups > 0 {
		e.groups, e.free = true, groups-1
	}
	e.skewed = Skewed(slices.DeleteFunc(slices.Clone(instances.adds), math.IsNaN))
	e.roles, e.known = instances.roles(splits, means, e.mean)
	if l.Training == 0 && e.known && len(splits) > 2 {
		var fold []int
		if fold, e.exact = instances.folds(splits); e.exact {
			e.training, e.roles = instances.effects(fold, means, e.mean)
			own, _, both := instances.without(splits, e.training, e.mean)
			e.instances, e.both = sumKnown(own.adds)*e.tested/(e.tested-1)*unequal(splits), both
			few := e.both / (j * (j - 2))
			e.scale, e.noise, e.roles = 1/j, few*(j-1)*(j-1), e.roles-few*(j-1)
			return e
		}
	}
	own, weights, both := instances.without(splits, e.training, e.mean)
	if e.both = both; values-e.tested-(j-1) < 1 {
		e.both = 0
	}
	n := values / j
	e.instances = sumKnown(own.adds) * n / (n - 1) * unequal(splits)
	e.both = min(e.both, e.instances)
	e.scale = (1 + (j-1)*l.Training) / (j * (1 - l.Training))
	chance := j * (e.both + (e.instances-e.both)*(1-l.Tests)/(1+(j-1)*l.Tests)) // in s²
	e.noise = e.scale * chance
	if e.known {
		e.roles = own.drawnRoles(splits, weights, e, chance)
	}
	return e
}

// drawnRoles returns C if splits are no rotation; t holds contributions without the effects of
// splits. The covariance in e.roles is too small for three reasons. A split does not test its
// training instances, and the mean of all splits contains them. The other splits, which do test
// them, have opposite effects on average. Effects are deviations from the mean over splits, which
// takes a share away.
func (t *tested) drawnRoles(splits []Sample, weights []float64, e effects, chance float64) float64 {
	j := float64(len(splits))
	times := make([]float64, len(weights)) // splits that train on an instance
	for _, s := range splits {
		for _, i := range s.Train {
			if t.has(i) {
				times[i]++
			}
		}
	}
	squares, shared, apart := 0.0, 0.0, 0.0
	for i, r := range times {
		if r > 0 {
			squares += r * t.adds[i] * t.adds[i]
			shared += r * weights[i]
			apart += r * weights[i] * (j - r)
		}
	}
	if apart == 0 {
		return 0
	}
	s2 := squaresAbout(e.training, 0) / (j - 1)
	c := e.roles + squares/(j-1) + shared/(j*(j-1))*(s2-chance)
	return c * shared * (j - 1) / apart
}

func sumKnown(v []float64) (sum float64) {
	for _, x := range v {
		if !math.IsNaN(x) {
			sum += x * x
		}
	}
	return sum
}

// Expect returns the test t as expected with another number of splits of the layout: the same
// effect and sources, and P NaN. Test instances are those of t.
func (l Layout) Expect(t Test, splits int) Test {
	f, j := l.Training, float64(splits)
	if l.corrected() {
		f = l.Ratio / (1 + l.Ratio)
	}
	s := t.Sources
	common := (1 + (j-1)*f) / j
	training := s.Training * common
	variance := training + s.Tests*(1+(j-1)*l.Tests)/j + s.Both/j
	noise := common / (1 - f) * (s.Both + s.Tests*(1-l.Tests))
	df := j - 1 + t.prior
	if t.capped {
		df = min(df, t.free)
	}
	t.N, t.mixture = splits, mixture{}
	t.decide(variance, df)
	if t.free > 0 && finite(t.Err) {
		t.mix(df, t.free, (min(1, (training+noise)/variance)+training/variance)/2)
	}
	t.P = math.NaN()
	return t
}

// SplitsFor returns the smallest number of splits with an expected size below most. A size is that
// of an interval, or a detectable difference. Splits that share instances leave a size, however
// many they are; if it is too large, the result is 0. With k times as many instances in the pool,
// it shrinks by √k.
func (l Layout) SplitsFor(t Test, size func(Test) float64, most float64) (splits int) {
	const many = 1 << 20
	small := func(splits int) bool { return size(l.Expect(t, splits)) < most }
	if !small(many) {
		return 0
	}
	return 3 + sort.Search(many-3, func(k int) bool { return small(3 + k) })
}

// A Method is a test of the mean difference of two learners on one dataset.
type Method int

// The methods of [MethodOf].
const (
	NoMethod      Method = iota
	FlippedSigns         // [FlipPairs]
	CorrectedMean        // [CorrectedT]
	CrossedMean          // training sets and test instances vary
)

// SameTraining is the smallest overlap of training sets for [CorrectedT] on splits with disjoint
// test sets. Below it, CrossedMean is used.
const SameTraining = 0.5

// MethodOf returns the method for splits with sets different training sets. Splits with the same
// training set count as one. training is the share of instances a training set has in common with
// that of a different split, averaged over pairs of splits. tests is the same share of test sets.
//
// [CorrectedT] has no term for instances tested by several splits, so it needs tests = 0. Two
// training sets are too few to estimate their variance. Training sets with equal instances
// (training = 1) but different labels have no method either. NaN, for unknown, gives NoMethod if it
// matters. docs/statistics.md has the table of layouts.
func MethodOf(sets int, training, tests float64) Method {
	switch {
	case sets == 1:
		return FlippedSigns
	case sets == 2 || !(training < 1):
		return NoMethod
	case training < SameTraining || tests > 0:
		return CrossedMean
	case tests == 0:
		return CorrectedMean
	}
	return NoMethod
}
