package stats_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/stats"
)

// families are numbers of rows, all equally good.
var families = []int{2, 5, 10, 20}

// familywise returns, for each family size, whether Holm's correction finds a difference between
// any two of the first rows, and whether between any row and the first. p is the P of each pair a <
// b.
func familywise(p func(a, b int) float64) (pairs, control []bool) {
	all := map[[2]int]float64{}
	for _, rows := range families {
		var family, first []float64
		for b := range rows {
			for a := range b {
				at := [2]int{a, b}
				if _, ok := all[at]; !ok {
					all[at] = p(a, b)
				}
				family = append(family, all[at])
				if a == 0 {
					first = append(first, all[at])
				}
			}
		}
		pairs = append(pairs, slices.Min(stats.Holm(family)) <= 0.05)
		control = append(control, slices.Min(stats.Holm(first)) <= 0.05)
	}
	return pairs, control
}

// TestFamilyOfSplits: among 2 to 20 equally good learners, at most 5 % of tables have a significant
// pair, in every layout, and at most 5 % a significant difference from a control. Smaller families
// are the first rows of the largest.
func TestFamilyOfSplits(t *testing.T) {
	longtest.Skip(t)
	n := repetitions(20)
	slack := simulated(n)
	for _, l := range []layout{
		rotated("train-one", 3, 100), rotated("train-one", 5, 60), rotated("train-one", 10, 30),
		rotated("train-one", 40, 15), rotated("test-one", 10, 30),
		drawn(6, 128, 328, 3), drawn(6, 128, 328, 40), drawn(60, 128, 328, 10),
		drawn(200, 128, 328, 10), drawn(60, 128, 2000, 10),
	} {
		t.Run(l.name, func(t *testing.T) {
			pairs, control := make([][]bool, n), make([][]bool, n)
			repeat(n, func(seed uint64) {
				said := l.run(seed, slices.Max(families), 0, "wrong")
				pairs[seed], control[seed] = familywise(func(a, b int) float64 {
					return l.test(minus(said[a], said[b])).P
				})
			})
			for k, rows := range families {
				all, one := fraction(pairs, k), fraction(control, k)
				t.Logf("| %s | %d | %.3f | %.3f |", l.name, rows, all, one)
				if all > 0.05+slack || one > 0.05+slack {
					t.Errorf(
						"%s, %d rows: family-wise error of all pairs %.3f, against a control %.3f",
						l.name, rows, all, one)
				}
			}
		})
	}
}

// TestFamilyOfOneSplit: the same on one split, with signs flipped for all pairs at once. Max T has
// more power than Holm's correction.
func TestFamilyOfOneSplit(t *testing.T) {
	n := repetitions(20)
	slack := simulated(n)
	for _, words := range []int{16, 60} {
		t.Run(fmt.Sprintf("one split, %d words", words), func(t *testing.T) {
			if words == 60 {
				longtest.Skip(t)
			}
			pairs, control := make([][]bool, n), make([][]bool, n)
			// significant difference of the second, better row from the first
			found, holm := make([][]bool, n), make([][]bool, n)
			repeat(n, func(seed uint64) {
				equal := withZero(oneSplit(seed, words, slices.Max(families), 0, "wrong"))
				better := withZero(oneSplit(seed, words, slices.Max(families), 0.4, "wrong"))
				for _, rows := range families {
					all, first := allPairs(rows), againstFirst(rows)
					_, adjusted := stats.MaxT(nil, equal, all)
					pairs[seed] = append(pairs[seed], slices.Min(adjusted) <= 0.05)
					_, adjusted = stats.MaxT(nil, equal, first)
					control[seed] = append(control[seed], slices.Min(adjusted) <= 0.05)
					p, adjusted := stats.MaxT(nil, better, all)
					found[seed] = append(found[seed], adjusted[0] <= 0.05)
					holm[seed] = append(holm[seed], stats.Holm(p)[0] <= 0.05)
				}
			})
			for k, rows := range families {
				all, one, joint, single := fraction(pairs, k), fraction(control, k),
					fraction(found, k), fraction(holm, k)
				t.Logf("| one split, %d words | %d | %.3f | %.3f | %.3f | %.3f |", words, rows, all,
					one, joint, single)
				if all > 0.05+slack || one > 0.05+slack {
					t.Errorf(
						"%d words, %d rows: family-wise error of all pairs %.3f, against a "+
							"control %.3f", words, rows, all, one)
				}
				if joint < single-slack {
					t.Errorf("%d words, %d rows: joint flips find %.3f, Holm %.3f", words, rows,
						joint, single)
				}
			}
		})
	}
}

// withZero returns rows with these differences from the first one.
func withZero(differences [][]float64) [][]float64 {
	return append([][]float64{make([]float64, len(differences[0]))}, differences...)
}

// againstFirst returns the pairs of the first row with each other row.
func againstFirst(rows int) (pairs [][2]int) {
	for r := 1; r < rows; r++ {
		pairs = append(pairs, [2]int{0, r})
	}
	return pairs
}

// fraction returns of how many tables the k-th family is true.
func fraction(tables [][]bool, k int) float64 {
	n := 0.0
	for _, t := range tables {
		if t[k] {
			n++
		}
	}
	return n / float64(len(tables))
}
