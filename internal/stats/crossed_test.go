package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/internal/stats"
)

// In a balanced layout the variance is s²_J/J + s²_I/N, of the means of splits and of instances.
func TestCrossedBalanced(t *testing.T) {
	// numpy: d = [[1,2,0,3],[2,2,1,5],[0,1,1,2]]; d.mean(1).var(ddof=1)/3 + d.mean(0).var(ddof=1)/4; with t = m/√V and 2 degrees of freedom P = 1 − t/√(2+t²).
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

// Where each instance is tested once, the second part is that of all differences about their mean.
func TestCrossedDisjoint(t *testing.T) {
	splits := []stats.Sample{{Instances: []int{0, 1}, Values: []float64{1, 2}}, {Instances: []int{2}, Values: []float64{4}}, {Instances: []int{3, 4}, Values: []float64{0, 1}}}
	// Means 1.5, 4, 0.5, so 2 and s²_J = 3.25; weights 1/6, 1/3.
	of := 5.0 / 4 * (1.0/36*(1+0+4+1) + 1.0/9*4)
	near(t, "error", stats.Crossed(splits, 0).Err, math.Sqrt(3.25/3+of))
}

// An instance that pulls the mean one way where it is tested and where it is learned from pulls it twice.
func TestCrossedRoles(t *testing.T) {
	// Four instances, learned from one by one and tested on the other three. By hand, in fractions: means 2, 5/3, 2, 7/3, so that
	// d̄ = 2 and s²_J = 2/27; A = 1/54; t = (1/4, 1/12, −1/12, −1/4), B = 4/3·5/36 = 5/27;
	// C = 1/3·(0·1/4 − 1/3·1/12 + 0 − 1/3·1/4) = −1/27, with (A + B)/3 = 11/162 to it 5/162.
	splits := []stats.Sample{
		{Instances: []int{1, 2, 3}, Values: []float64{3, 2, 1}, Train: []int{0}},
		{Instances: []int{0, 2, 3}, Values: []float64{3, 1, 1}, Train: []int{1}},
		{Instances: []int{0, 1, 3}, Values: []float64{3, 2, 1}, Train: []int{2}},
		{Instances: []int{0, 1, 2}, Values: []float64{3, 2, 2}, Train: []int{3}},
	}
	test := stats.Crossed(splits, 0)
	near(t, "variance", test.Err*test.Err, 11.0/54+2*5.0/162)
	// Both parts have 3 degrees of freedom: 3 in the mean of their quantiles too.
	near(t, "degrees of freedom", test.DF, 3)
	for j := range splits {
		splits[j].Instances = append(splits[j].Instances, 4) // learned from nowhere: no rotation
		splits[j].Values = append(splits[j].Values, 2)
	}
	splits[3].Train = []int{3, 9} // 9 is tested nowhere
	wider := stats.Crossed(splits, 0)
	for j := range splits {
		splits[j].Train = nil
	}
	old := stats.Crossed(splits, 0)
	if wider.Err != old.Err || old.DF != 3 || wider.DF < 3 {
		t.Errorf("a covariance below 0 counts: %+v, and without it %+v", wider, old)
	}
	splits[0].Train, splits[1].Train, splits[2].Train, splits[3].Train = []int{}, []int{3}, []int{}, []int{0} // the easy one misleads, the hard one helps
	more := stats.Crossed(splits, 0)
	if !(more.Err > old.Err) {
		t.Errorf("a covariance above 0: %+v, and without it %+v", more, old)
	}
}

// The quantile is the mean of those of both parts, weighted by their shares, at every level, whichever of them has fewer degrees of
// freedom; here the share of A is s²_J/J of the whole.
func TestCrossedQuantile(t *testing.T) {
	for _, test := range []struct {
		splits, instances int
		first, second     float64 // quantiles of Student's t at 0.975, from tables
	}{
		{4, 61, 3.182446305284263, 2.0002978220142604},
		{40, 20, 2.0226909200367604, 2.093024054408263},
	} {
		random := rand.New(rand.NewPCG(4, 1))
		splits := make([]stats.Sample, test.splits)
		for j := range splits {
			splits[j].Train = []int{}
			shift := 0.05 * random.NormFloat64()
			for i := range test.instances {
				splits[j].Instances = append(splits[j].Instances, i)
				splits[j].Values = append(splits[j].Values, shift+random.NormFloat64())
			}
		}
		crossed := stats.Crossed(splits, 0)
		a := stats.Summarize(means(splits)).Std
		share := a * a / float64(test.splits) / (crossed.Err * crossed.Err)
		low, high := crossed.Interval(0.95)
		near(t, "interval", (high-low)/2/crossed.Err, share*test.first+(1-share)*test.second)
		// p is where the mean of the quantiles is the statistic, which is where an interval ends at 0.
		first, second := stats.Test{Err: 1, DF: float64(test.splits - 1)}, stats.Test{Err: 1, DF: float64(test.instances - 1)}
		_, x := first.Interval(1 - crossed.P)
		_, y := second.Interval(1 - crossed.P)
		if at := math.Abs(crossed.Effect / crossed.Err); math.Abs(share*x+(1-share)*y-at) > 1e-6 {
			t.Errorf("%d splits: p %v is of %v, want %v", test.splits, crossed.P, share*x+(1-share)*y, at)
		}
		low, high = crossed.Interval(1 - crossed.P)
		if end := min(math.Abs(low), math.Abs(high)); end > 1e-6*crossed.Err {
			t.Errorf("%d splits: the interval at level 1−p ends at %v, want 0", test.splits, end)
		}
	}
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
	if test := stats.Crossed([]stats.Sample{one, one, one}, 0); !math.IsNaN(test.P) || !math.IsNaN(test.Err) {
		t.Errorf("nothing varies: %+v", test)
	}
}

// Of a mean the pseudo-values are the values; of any other function their mean is its value.
func TestJackknife(t *testing.T) {
	counts := []float64{1, 2, 5, 4, 0, 3, 2, 2}
	mean := func(sum []float64) float64 { return sum[0] / sum[1] }
	single := []float64{1, 1, 5, 1, 0, 1, 2, 1}
	for i, v := range stats.Jackknife(single, 2, mean) {
		near(t, "value", v, single[2*i])
	}
	near(t, "mean", stats.Summarize(stats.Jackknife(counts, 2, mean)).Mean, 8.0/11)
}
