package stats_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// If each instance is tested once and training sets are disjoint, the variance is s²_J/J.
func TestDisjointSplits(t *testing.T) {
	splits := []stats.Sample{{Instances: []int{0, 1}, Values: []float64{1, 2}},
		{Instances: []int{2}, Values: []float64{4}},
		{Instances: []int{3, 4}, Values: []float64{0, 1}}}
	// Means 1.5, 4, 0.5, so 2 and s²_J = 3.25.
	test := stats.Layout{Sets: 3}.Test(splits, stats.Prior{})
	near(t, "error", test.Err, math.Sqrt(3.25/3))
	near(t, "mean", test.Effect, 2)
	near(t, "degrees of freedom", test.DF, 2)
	near(t, "p", test.P, tail(2/math.Sqrt(3.25/3), 2))
}

// A rotation is solved exactly: effects without residuals are recovered, those of splits separate
// from those of the fold each split does not test.
func TestRotation(t *testing.T) {
	a, b := []float64{1, -2, 3, -2}, []float64{5, 3, -1, 2, 0, 1, -4, -6}
	var splits []stats.Sample
	for j := range a {
		s := stats.Sample{Train: []int{2 * j, 2*j + 1}}
		for i := range b {
			if i/2 != j {
				s.Instances, s.Values = append(s.Instances, i), append(s.Values, 10+a[j]+b[i])
			}
		}
		splits = append(splits, s)
	}
	// Σa² = 18, Σb² = 92 and Σ_j a_j·b̄_j = 4 − 1 + 1.5 + 10 = 14.5: A = 18/12, B = 92/56, C =
	// 14.5/12.
	layout := stats.Layout{Sets: 4, Tests: 2. / 3}
	test := layout.Test(splits, stats.Prior{})
	near(t, "mean", test.Effect, 10)
	near(t, "variance", test.Err*test.Err, 18.0/12+92.0/56+2*14.5/12)
	// With one more instance, left out by no split, it is no rotation.
	for j := range splits {
		splits[j].Instances, splits[j].Values = append(splits[j].Instances, 8),
			append(splits[j].Values, 10+a[j])
	}
	if other := layout.Test(splits, stats.Prior{}); math.Abs(other.Err/test.Err-1) < 0.01 {
		t.Errorf("error %v, as of a rotation", other.Err)
	}
}

// P is the average of the P of both degrees of freedom, weighted by their shares. An interval ends
// where its P is that.
func TestMixture(t *testing.T) {
	for _, test := range []struct{ splits, instances int }{{4, 61}, {40, 20}} {
		random := pcg(4, 1)
		splits := make([]stats.Sample, test.splits)
		words := make([]float64, test.instances)
		for j := range splits {
			splits[j].Train = []int{}
			shift := 0.5 * random.NormFloat64()
			for i := range words {
				x := 0.2 + shift + random.NormFloat64()
				words[i] += x / float64(test.splits)
				splits[j].Instances = append(splits[j].Instances, i)
				splits[j].Values = append(splits[j].Values, x)
			}
		}
		got := stats.Layout{Sets: test.splits, Tests: 1}.Test(splits, stats.Prior{})
		all, a, b := got.Err*got.Err, stats.Summarize(means(splits)).Std, stats.Summarize(words).Std
		s := all - b*b/float64(test.instances)
		share := (a*a/float64(test.splits)/all + s/all) / 2
		if share < 0.5 || share > 0.99 {
			t.Errorf("%d splits: share %v", test.splits, share)
		}
		p := func(at float64) float64 { // by the integral of the density
			return share*tail(at, float64(test.splits-1)) + (1-share)*tail(at,
				float64(test.instances-1))
		}
		if want := p(math.Abs(got.Effect / got.Err)); math.Abs(got.P-want) > 1e-6 {
			t.Errorf("%d splits: p %v, want %v", test.splits, got.P, want)
		}
		for _, level := range []float64{0.5, 0.95, 0.999} {
			low, high := got.Interval(level)
			if got := p((high - low) / 2 / got.Err); math.Abs(got-(1-level)) > 1e-6 {
				t.Errorf("%d splits: beyond the interval at level %v is %v", test.splits, level,
					got)
			}
		}
		if low, high := got.Interval(1 - got.P); min(math.Abs(low),
			math.Abs(high)) > 1e-6*got.Err {
			t.Errorf("%d splits: the interval at level 1−p is %v … %v, no end of it is 0",
				test.splits, low, high)
		}
	}
}

// tail is the two-sided probability of Student's t beyond at, by Simpson's rule.
func tail(at, df float64) float64 {
	up, _ := math.Lgamma((df + 1) / 2)
	down, _ := math.Lgamma(df / 2)
	density := func(x float64) float64 {
		return math.Exp(up-down) / math.Sqrt(df*math.Pi) * math.Pow(1+x*x/df, -(df+1)/2)
	}
	const n = 2000
	sum := density(0) + density(at)
	for k := 1; k < n; k++ {
		sum += float64(2+2*(k%2)) * density(at*float64(k)/n)
	}
	return 1 - 2*sum*at/n/3
}

func TestSplitsWithoutVariation(t *testing.T) {
	layout := stats.Layout{Sets: 3, Tests: 1}
	zero := stats.Sample{Instances: []int{0, 1}, Values: []float64{0, 0}}
	if p := layout.Test([]stats.Sample{zero, zero, zero}, stats.Prior{}).P; p != 1 {
		t.Errorf("no difference at all: p = %v", p)
	}
	one := stats.Sample{Instances: []int{0, 1}, Values: []float64{1, 1}}
	test := layout.Test([]stats.Sample{one, one, one}, stats.Prior{})
	if !math.IsNaN(test.P) || !math.IsNaN(test.Err) {
		t.Errorf("nothing varies: %+v", test)
	}
}

// The pseudo-values of a mean are the values. For any other function, their mean is its value.
func TestJackknife(t *testing.T) {
	counts := []float64{1, 2, 5, 4, 0, 3, 2, 2}
	mean := func(sum []float64) float64 { return sum[0] / sum[1] }
	single := []float64{1, 1, 5, 1, 0, 1, 2, 1}
	for i, v := range stats.Jackknife(single, 2, mean) {
		near(t, "value", v, single[2*i])
	}
	near(t, "mean", stats.Summarize(stats.Jackknife(counts, 2, mean)).Mean, 8.0/11)
}
