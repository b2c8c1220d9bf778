package stats_test

import (
	"math"
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
