package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// bySizes returns the sample of groups of these sizes with effects b of their instances.
func bySizes(sizes, b []float64) stats.Sample {
	all, mean := 0.0, 0.0
	for _, n := range sizes {
		all += n
	}
	for g, n := range sizes {
		mean += n / all * b[g]
	}
	s := stats.Sample{Sizes: sizes}
	for g, n := range sizes {
		s.Instances = append(s.Instances, g)
		s.Values = append(s.Values, mean+float64(len(sizes))*n/all*(b[g]-mean))
	}
	return s
}

// EffectiveGroups equals (tr M)²/tr M² for the matrix M of the quadratic form Σ t_g², and the
// variance of one split has the mean Σp² over independent effects of variance 1.
func TestEffectiveGroups(t *testing.T) {
	for _, sizes := range [][]float64{
		{5, 5}, {5, 5, 5}, {6, 2, 2}, {90, 5, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {98, 1, 1}, {9, 1},
	} {
		n, all := len(sizes), 0.0
		for _, size := range sizes {
			all += size
		}
		form := make([][]float64, n) // rows t_g as linear functions of b
		squares, variance := 0.0, 0.0
		for g := range form {
			p := sizes[g] / all
			squares += p * p
			b := make([]float64, n)
			b[g] = 1
			test := stats.OneSplit(bySizes(sizes, b))
			variance += test.Err * test.Err
			for h := range n {
				form[g] = append(form[g], -p*sizes[h]/all)
			}
			form[g][g] += p
		}
		trace, square := 0.0, 0.0
		for a := range n {
			for b := range n {
				m := 0.0
				for g := range n {
					m += form[g][a] * form[g][b]
				}
				if square += m * m; a == b {
					trace += m
				}
			}
		}
		s := bySizes(sizes, make([]float64, n))
		got, want := stats.EffectiveGroups([]stats.Sample{s, s}), 1+trace*trace/square
		if math.Abs(got-want) > 1e-6*want {
			t.Errorf("%v: %v, want %v", sizes, got, want)
		}
		if math.Abs(variance/squares-1) > 1e-9 {
			t.Errorf("%v: variance %v, want %v", sizes, variance, squares)
		}
	}
	if g := stats.EffectiveGroups([]stats.Sample{{Instances: []int{0, 1}, Values: []float64{1, 2}}}); g != 0 {
		t.Errorf("without groups: %v", g)
	}
	one := stats.Sample{Instances: []int{3}, Values: []float64{1}, Sizes: []float64{7}}
	if g := stats.EffectiveGroups([]stats.Sample{one}); g != 1 {
		t.Errorf("one group: %v", g)
	}
}

// Where one group has nearly all instances, rounding does not make many groups of the rest.
func TestEffectiveGroupsOfOne(t *testing.T) {
	for _, small := range []int{1, 2, 5, 20} {
		for _, large := range []float64{100, 1e3, 1e4, 3e4, 1e5, 1e6, 1e9} {
			sizes := append(slices.Repeat([]float64{1}, small), large*float64(small))
			s := bySizes(sizes, make([]float64, len(sizes)))
			if got := stats.EffectiveGroups([]stats.Sample{s}); !(got > 2-1e-6 && got < 2.3) {
				t.Errorf("%d groups of 1 and one of %v: %v", small, sizes[small], got)
			}
		}
	}
	if got := stats.EffectiveGroups([]stats.Sample{bySizes([]float64{7}, []float64{1})}); got != 1 {
		t.Errorf("one group: %v", got)
	}
}

// Where samples do not list their training instances, groups bound the degrees of freedom.
func TestGroupsBoundFreedom(t *testing.T) {
	var splits []stats.Sample
	for _, v := range [][]float64{{1, 2, 4}, {2, 2, 5}, {0, 1, 3}} {
		splits = append(splits, stats.Sample{Instances: []int{0, 1, 2}, Values: v,
			Sizes: []float64{1, 2, 3}})
	}
	test := stats.Layout{Sets: 3, Tests: 1}.Test(splits, stats.Prior{DF: 100, Variance: 1})
	if most := stats.EffectiveGroups(splits) - 1; !(test.DF <= most+1e-9) {
		t.Errorf("%v, at most %v", test.DF, most)
	}
}
