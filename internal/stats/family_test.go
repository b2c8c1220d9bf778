package stats_test

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/internal/stats"
)

// TestFamilyOfSplits: among 2 to 20 learners that are equally good any two are told apart in at most 5 % of
// tables, whatever the layout, and so is any from a control.
func TestFamilyOfSplits(t *testing.T) {
	n := *replicates
	slack := simulated(t, n)
	for _, l := range []layout{
		rotated("train-one", 5, 60), rotated("train-one", 10, 30), rotated("train-one", 40, 15), rotated("test-one", 10, 30),
		drawn(6, 128, 328, 3), drawn(6, 128, 328, 40), drawn(60, 128, 328, 10), drawn(200, 128, 328, 10), drawn(60, 128, 2000, 10),
	} {
		for _, rows := range []int{2, 5, 10, 20} {
			pairs, control := make([]bool, n), make([]bool, n)
			repeat(n, func(seed uint64) {
				said := l.run(seed, rows, 0, "wrong")
				var p, first []float64
				for a := range said {
					for _, b := range said[a+1:] {
						test := l.test(minus(said[a], b))
						p = append(p, test.P)
						if a == 0 {
							first = append(first, test.P)
						}
					}
				}
				pairs[seed] = slices.Min(stats.Holm(p)) <= 0.05
				control[seed] = slices.Min(stats.Holm(first)) <= 0.05
			})
			t.Logf("| %s | %d | %.3f | %.3f |", l.name, rows, fraction(pairs), fraction(control))
			if fraction(pairs) > 0.05+slack || fraction(control) > 0.05+slack {
				t.Errorf("%s, %d rows: family-wise error of all pairs %.3f, against a control %.3f", l.name, rows, fraction(pairs), fraction(control))
			}
		}
	}
}

// TestFamilyOfOneSplit: the same on one split, where signs are flipped: all pairs by Holm, and against a control by
// the joint flips of all rows, which find more than Holm does.
func TestFamilyOfOneSplit(t *testing.T) {
	n := *replicates
	slack := simulated(t, n)
	for _, words := range []int{20, 60} {
		for _, rows := range []int{2, 5, 10, 20} {
			pairs, control := make([]bool, n), make([]bool, n)
			found, holm := make([]bool, n), make([]bool, n) // the second row, where it is better
			repeat(n, func(seed uint64) {
				d := oneSplit(seed, words, rows, 0, "wrong")
				var p []float64
				for a := range d {
					p = append(p, stats.SignFlip(d[a]).P)
					for _, b := range d[a+1:] {
						p = append(p, stats.SignFlip(less(d[a], b)).P)
					}
				}
				pairs[seed] = slices.Min(stats.Holm(p)) <= 0.05
				control[seed] = slices.Min(stats.MaxT(nil, d)) <= 0.05

				d = oneSplit(seed, words, rows, 0.4, "wrong")
				p = nil
				for _, row := range d {
					p = append(p, stats.SignFlip(row).P)
				}
				found[seed], holm[seed] = stats.MaxT(nil, d)[0] <= 0.05, stats.Holm(p)[0] <= 0.05
			})
			t.Logf("| one split, %d words | %d | %.3f | %.3f | %.3f | %.3f |", words, rows, fraction(pairs), fraction(control), fraction(found), fraction(holm))
			if fraction(pairs) > 0.05+slack || fraction(control) > 0.05+slack {
				t.Errorf("%d words, %d rows: family-wise error of all pairs %.3f, against a control %.3f", words, rows, fraction(pairs), fraction(control))
			}
			if fraction(found) < fraction(holm)-slack {
				t.Errorf("%d words, %d rows: joint flips find %.3f, Holm %.3f", words, rows, fraction(found), fraction(holm))
			}
		}
	}
}

func less(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return d
}

func fraction(v []bool) float64 {
	n := 0.0
	for _, x := range v {
		if x {
			n++
		}
	}
	return n / float64(len(v))
}
