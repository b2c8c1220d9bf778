package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// In a balanced layout the variance is s²_J/J + s²_I/N, of the means of splits and of instances.
func TestCrossedBalanced(t *testing.T) {
	// numpy: d = [[1,2,0,3],[2,2,1,5],[0,1,1,2]]; d.mean(1).var(ddof=1)/3 +
	// d.mean(0).var(ddof=1)/4; with t = m/√V and 2 degrees of freedom P = 1 − t/√(2+t²).
	d := [][]float64{{1, 2, 0, 3}, {2, 2, 1, 5}, {0, 1, 1, 2}}
	var splits []stats.Sample
	for _, row := range d {
		splits = append(splits, stats.Sample{Instances: []int{3, 0, 7, 4}, Values: row})
	}
	test := stats.Crossed(splits, 0)
	near(t, "mean", test.Effect, 5.0/3)
	near(t, "error", test.Err, math.Sqrt(0.5462962962962963))
	near(t, "p", test.P, 0.15282625791264237)
	if test.DF != 2 || test.N != 3 {
		t.Errorf("%+v", test)
	}
	// Training sets that share a third: s²_J·(1/3 + 1/2) in place of s²_J/3.
	shared := stats.Crossed(splits, 1.0/3)
	near(t, "added", shared.Err*shared.Err-test.Err*test.Err, 0.5833333333333333/2)
}

// If each instance is tested once, the second part is the variance of all differences about their
// mean.
func TestCrossedDisjoint(t *testing.T) {
	splits := []stats.Sample{{Instances: []int{0, 1}, Values: []float64{1, 2}},
		{Instances: []int{2}, Values: []float64{4}},
		{Instances: []int{3, 4}, Values: []float64{0, 1}}}
	// Means 1.5, 4, 0.5, so 2 and s²_J = 3.25; weights 1/6, 1/3.
	of := 5.0 / 4 * (1.0/36*(1+0+4+1) + 1.0/9*4)
	near(t, "error", stats.Crossed(splits, 0).Err, math.Sqrt(3.25/3+of))
}

// An instance that pulls the mean the same way as a test and as a training instance pulls it twice.
func TestCrossedRoles(t *testing.T) {
	// Five instances: four form the training sets, one each; the last is never trained on. By hand,
	// in fractions: means 2, 7/4, 2, 9/4, hence d̄ = 2 and s²_J = 1/24, A = 1/96; t = (3/16, 1/16,
	// −1/16, −3/16, 0), B = 5/4·20/256 = 25/256.
	splits := []stats.Sample{
		{Instances: []int{1, 2, 3, 4}, Values: []float64{3, 2, 1, 2}, Train: []int{0}},
		{Instances: []int{0, 2, 3, 4}, Values: []float64{3, 1, 1, 2}, Train: []int{1}},
		{Instances: []int{0, 1, 3, 4}, Values: []float64{3, 2, 1, 2}, Train: []int{2}},
		// 9 is tested nowhere
		{Instances: []int{0, 1, 2, 4}, Values: []float64{3, 2, 2, 2}, Train: []int{3, 9}},
	}
	learn := func(train ...[]int) stats.Test {
		for j := range splits {
			splits[j].Train = train[j]
		}
		return stats.Crossed(splits, 0)
	}
	// C = 1/3·(0 − 1/4·1/16 + 0 − 1/4·3/16) = −1/48 below 0 counts as 0.
	wider := learn([]int{0}, []int{1}, []int{2}, []int{3, 9})
	near(t, "variance", wider.Err*wider.Err, 1.0/96+25.0/256)
	if wider.DF < 3 || wider.DF > 4 {
		t.Errorf("degrees of freedom %v, want between 3 and 4", wider.DF)
	}
	// The easy one misleads, the hard one helps: C = 1/3·(1/4·3/16 + 1/4·3/16) = 1/32.
	more := learn([]int{}, []int{3}, []int{}, []int{0})
	near(t, "variance", more.Err*more.Err, 1.0/96+25.0/256+2.0/32)
	old := learn(nil, nil, nil, nil)
	if old.Err != wider.Err || old.DF != 3 {
		t.Errorf("unknown training instances: %+v", old)
	}
}

// A rotation is solved exactly: effects without residuals are recovered, those of splits separate
// from those of the fold each split does not test.
func TestCrossedRotation(t *testing.T) {
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
	test := stats.Crossed(splits, 0)
	near(t, "mean", test.Effect, 10)
	near(t, "variance", test.Err*test.Err, 18.0/12+92.0/56+2*14.5/12)
	// With one more instance, left out by no split, it is no rotation.
	for j := range splits {
		splits[j].Instances, splits[j].Values = append(splits[j].Instances, 8),
			append(splits[j].Values, 10+a[j])
	}
	if other := stats.Crossed(splits, 0); math.Abs(other.Err/test.Err-1) < 0.01 {
		t.Errorf("error %v, as of a rotation", other.Err)
	}
}

// P is the average of the P of both degrees of freedom, weighted by their shares. An interval ends
// where its P is that. Here the share of A is s²_J/J of the whole.
func TestCrossedMixture(t *testing.T) {
	for _, test := range []struct{ splits, instances int }{{4, 61}, {40, 20}} {
		random := rand.New(rand.NewPCG(4, 1))
		splits := make([]stats.Sample, test.splits)
		for j := range splits {
			splits[j].Train = []int{}
			shift := 0.05 * random.NormFloat64()
			for i := range test.instances {
				splits[j].Instances = append(splits[j].Instances, i)
				splits[j].Values = append(splits[j].Values, 0.2+shift+random.NormFloat64())
			}
		}
		crossed := stats.Crossed(splits, 0)
		a := stats.Summarize(means(splits)).Std
		share := a * a / float64(test.splits) / (crossed.Err * crossed.Err)
		p := func(at float64) float64 { // by the integral of the density
			return share*tail(at, float64(test.splits-1)) + (1-share)*tail(at,
				float64(test.instances-1))
		}
		if want := p(math.Abs(crossed.Effect / crossed.Err)); math.Abs(crossed.P-want) > 1e-6 {
			t.Errorf("%d splits: p %v, want %v", test.splits, crossed.P, want)
		}
		for _, level := range []float64{0.5, 0.95, 0.999} {
			low, high := crossed.Interval(level)
			if got := p((high - low) / 2 / crossed.Err); math.Abs(got-(1-level)) > 1e-6 {
				t.Errorf("%d splits: beyond the interval at level %v is %v", test.splits, level,
					got)
			}
		}
		if low, high := crossed.Interval(1 - crossed.P); min(math.Abs(low),
			math.Abs(high)) > 1e-6*crossed.Err {
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

func TestCrossedNeedsThreeSplits(t *testing.T) {
	s := stats.Sample{Instances: []int{0, 1}, Values: []float64{1, 2}}
	for n := range 3 {
		all := []stats.Sample{s, s, s}[:n]
		if test := stats.Crossed(all, 0); !math.IsNaN(test.P) || test.Floor != 1 {
			t.Errorf("%d splits: %+v", n, test)
		}
	}
	zero := stats.Sample{Instances: []int{0, 1}, Values: []float64{0, 0}}
	if p := stats.Crossed([]stats.Sample{zero, zero, zero}, 0).P; p != 1 {
		t.Errorf("no difference at all: p = %v", p)
	}
	one := stats.Sample{Instances: []int{0, 1}, Values: []float64{1, 1}}
	if test := stats.Crossed([]stats.Sample{one, one, one}, 0); !math.IsNaN(test.P) ||
		!math.IsNaN(test.Err) {
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
