package stats_test

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/stats"
)

// With -replicates 2000 -v simulations print the tables of docs/statistics-appendix.md.
var replicates = flag.Int("replicates", 0, "repetitions of a simulation; 0: few")

// repetitions returns the number of the flag, or a usual one.
func repetitions(usual int) int { return cmp.Or(*replicates, usual) }

// simulated returns the slack of a level of 0.05 after n repetitions: three standard errors.
func simulated(n int) (slack float64) {
	return 3 * math.Sqrt(0.05*0.95/float64(n))
}

// repeat calls one for each seed below n, on all processors.
func repeat(n int, one func(seed uint64)) {
	var workers sync.WaitGroup
	procs := runtime.GOMAXPROCS(0)
	for w := range procs {
		workers.Go(func() {
			for seed := w; seed < n; seed += procs {
				one(uint64(seed))
			}
		})
	}
	workers.Wait()
}

// share returns the share of numbers under a condition.
func share[T any](all []T, is func(T) bool) float64 {
	n := 0.0
	for _, x := range all {
		if is(x) {
			n++
		}
	}
	return n / float64(len(all))
}

func found(t stats.Test) bool { return t.P <= 0.05 }

// holds reports whether the 95 % interval has 0.
func holds(t stats.Test) bool {
	low, high := t.Interval(0.95)
	return !(low > 0 || high < 0)
}

// errorRatio is the standard deviation of effects over the mean standard error, for a true mean
// of 0.
func errorRatio(tests []stats.Test) float64 {
	square, variance := 0.0, 0.0
	for i := range tests {
		if tests[i].Err > 0 {
			square += tests[i].Effect * tests[i].Effect
			variance += tests[i].Err * tests[i].Err
		}
	}
	return math.Sqrt(square / variance)
}

// A cell has the tests of one layout in one world of equally good rows.
type cell struct {
	means    []stats.Test   // of the first row, less the mean of all tables
	alone    []stats.Test   // of two rows, for disjoint pairs
	moderate []stats.Test   // the same, with the prior of all rows
	better   []stats.Test   // the same, if one row is better by half a standard deviation
	family   map[int][]bool // by the number of rows: Holm finds any pair of the first rows
}

// simulate draws n tables. Smaller families are the first rows of the largest.
func simulate(l layout, w world, rows, n int) cell {
	tested, tables := l.shares(), make([]cell, n)
	repeat(n, func(seed uint64) {
		all, one := w.draw(pcg(seed, 13), l, rows), cell{family: map[int][]bool{}}
		var effects [][]float64
		for _, row := range all {
			effects = append(effects, tested.Effects(row))
		}
		prior := stats.Moderate(effects)
		one.means = []stats.Test{l.test(all[0])}

		var p []float64
		for b := range all {
			for a := range b {
				d, of := minus(all[a], all[b]), prior.Pair(a, b)
				test := tested.Test(d, of)
				p = append(p, test.P)
				if a+1 == b && a%2 == 0 && b < rows {
					one.alone, one.moderate = append(one.alone, l.test(d)), append(one.moderate, test)
					one.better = append(one.better, tested.Test(shifted(d, 0.5), of))
				}
			}
			if k := b + 1; k == 2 || k == 5 || k == 10 || k == 20 {
				one.family[k] = []bool{slices.Min(stats.Holm(p)) <= 0.05}
			}
		}
		tables[seed] = one
	})

	all := cell{family: map[int][]bool{}}
	for _, one := range tables {
		all.means, all.alone = append(all.means, one.means...), append(all.alone, one.alone...)
		all.moderate = append(all.moderate, one.moderate...)
		all.better = append(all.better, one.better...)
		for k, found := range one.family {
			all.family[k] = append(all.family[k], found...)
		}
	}
	truth := 0.0
	for _, t := range all.means {
		truth += t.Effect / float64(n)
	}
	for i := range all.means {
		all.means[i].Effect -= truth
	}
	return all
}

// checkLevels simulates all layouts in all worlds. A line begins with the level of two rows alone.
// An arrow leads to the level with the prior of all rows. Then comes the coverage of intervals in
// percent, of means and of differences. It is followed by a ratio for means and for differences:
// the standard deviation over the mean standard error. Power is for a difference of half a standard
// deviation of the instances of one row. The last shares are of differences with the warning of
// [stats.Skewed], and of tables with a significant pair, by the number of rows.
//
// Levels are at most 0.06, and 0.1 in rare worlds or with the warning. Cross-validation has a
// warning of its own.
func checkLevels(t *testing.T, layouts []layout, worlds []world, rows, n int) {
	for _, l := range layouts {
		for _, w := range worlds {
			c := simulate(l, w, rows, n)
			alone, moderate, warned := share(c.alone, found), share(c.moderate, found),
				share(c.moderate, func(t stats.Test) bool { return t.Skewed })
			ofMeans, ofPairs := errorRatio(c.means), errorRatio(c.moderate)
			power := share(c.better, found)
			line := fmt.Sprintf("| %s | %s | %.3f→%.3f | %.1f, %.1f→%.1f | %.2f, %.2f | %.2f | %.2f |",
				l.name, w, alone, moderate, 100*share(c.means, holds), 100*share(c.alone, holds),
				100*share(c.moderate, holds), ofMeans, ofPairs, power, warned)
			for _, k := range []int{2, 5, 10, 20} {
				if all := c.family[k]; all != nil {
					line += fmt.Sprintf(" %d: %.3f", k, share(all, func(b bool) bool { return b }))
				}
			}
			t.Log(line)

			// Promises for a single comparison.
			parts, drawn := w.(partsWorld)
			if l.crossValidated() && drawn {
				continue
			}
			most, slack := 0.06, 4./3*simulated(len(c.alone))
			if parts.kind == "rare" || warned > 0.5 {
				most = 0.1
			}
			if max(alone, moderate) > most+slack || share(c.means, holds) < 1-most-simulated(n) {
				t.Errorf("too many are found: %s", line)
			}
			if w == world(usual) && power < l.power-simulated(len(c.better)) {
				t.Errorf("power %.2f, want %v: %s", power, l.power, line)
			}

			// Fitted learners have standard errors of about the right size.
			if least := 0.5 - 3/math.Sqrt(2*float64(n)); !drawn &&
				(max(ofMeans, ofPairs) > 1.65-least || min(ofMeans, ofPairs) < least) {
				t.Errorf("wrong standard errors: %s", line)
			}
			for k, all := range c.family {
				if any := share(all, func(b bool) bool { return b }); most < 0.1 && any > 0.1+simulated(n) {
					t.Errorf("family of %d rows: %s", k, line)
				}
			}
		}
	}
}

// TestLevelOfLayouts simulates all layouts.
//
//	SPBENCH_LONG=1 go test ./harness/internal/stats -run LevelOfLayouts -replicates 2000 -v
func TestLevelOfLayouts(t *testing.T) {
	longtest.Skip(t)
	worlds := append(slices.Clone(partsWorlds), fitted{"wrong"}, fitted{"f1"})
	checkLevels(t, simulatedLayouts, worlds, 10, repetitions(16))
}

// TestLevelOfTables simulates tables with rows of unequal variances, and with near copies.
func TestLevelOfTables(t *testing.T) {
	longtest.Skip(t)
	for _, l := range []layout{rotated("train-one", 5, 60), sharedTest(150, 300, 60, 5),
		drawn(60, 128, 328, 3), drawn(60, 128, 328, 5), drawn(60, 128, 2000, 10)} {
		checkLevels(t, []layout{l}, tableWorlds, 10, repetitions(12))
		checkLevels(t, []layout{l}, []world{usual}, 20, repetitions(6))
	}
}

// TestLevelOfRotations simulates two rows in rotations, for all shares of training sets.
func TestLevelOfRotations(t *testing.T) {
	worlds := append(slices.Clone(partsWorlds), partsWorld{kind: "normal"},
		partsWorld{training: 0.9, kind: "normal"}, partsWorld{training: 0.999, kind: "heavy"})
	checkLevels(t, []layout{rotated("train-one", 3, 20), rotated("train-one", 3, 100),
		rotated("train-one", 5, 12), rotated("train-one", 40, 5)}, worlds, 2, repetitions(40))
}

// TestLevelOfOneSplit simulates tables of ten rows on one split. In 95 % of tables no pair of equally
// good rows is found. In tables of unequal rows all intervals hold the differences. Intervals of skewed
// differences of few instances do not, and then most tables have a warning. Joint flips find more
// than Holm's correction.
func TestLevelOfOneSplit(t *testing.T) {
	n, rows := repetitions(20), 10
	slack, pairs := simulated(n), allPairs(rows)
	for _, kind := range []string{"wrong", "f1", "normal", "skew", "ties", "rare"} {
		for _, instances := range []int{12, 20, 60, 300} {
			if instances > 12 && !longtest.Enabled() {
				continue
			}
			level, held := make([]bool, n), make([]bool, n)
			joint, holm, warned := make([]float64, n), make([]float64, n), make([]bool, n)
			repeat(n, func(seed uint64) {
				r := pcg(seed, 13)
				equal := oneSplit(r, kind, instances, rows)
				level[seed] = slices.Min(stats.FlipPairs(nil, equal, pairs).Adjusted) <= 0.05
				for k := range equal {
					for i := range equal[k] {
						equal[k][i] += 0.1 * float64(k)
					}
				}
				f := stats.FlipPairs(nil, equal, pairs)
				single := stats.Holm(f.P)
				held[seed] = true
				for i, pair := range pairs {
					d := difference(equal, pair)
					test := stats.CorrectedT(d, 0)
					low, high := f.Interval(&test, 0.95)
					truth := 0.1 * float64(pair[0]-pair[1])
					held[seed] = held[seed] && low <= truth && truth <= high
					warned[seed] = warned[seed] || stats.Skewed(d)
					if f.Adjusted[i] <= 0.05 {
						joint[seed]++
					}
					if single[i] <= 0.05 {
						holm[seed]++
					}
				}
			})
			is := func(b bool) bool { return b }
			line := fmt.Sprintf("| %s | %d | %.3f | %.3f | %.2f | %.2f | %.2f |", kind, instances,
				share(level, is), share(held, is), stats.Summarize(joint).Mean/float64(len(pairs)),
				stats.Summarize(holm).Mean/float64(len(pairs)), share(warned, is))
			t.Log(line)
			if (share(level, is) > 0.07+slack || share(held, is) < 0.93-slack) && share(warned, is) < 0.5 {
				t.Errorf("level or coverage: %s", line)
			}
			few := kind == "ties" || kind == "rare" // of the differences are not zero
			if !few && stats.Summarize(joint).Mean < stats.Summarize(holm).Mean-1 {
				t.Errorf("Holm's correction finds more: %s", line)
			}
		}
	}
}

// oneSplit draws equally good rows, every second one with the opposite skewness.
func oneSplit(r *rand.Rand, kind string, instances, rows int) (all [][]float64) {
	if strings.Contains("wrong f1", kind) {
		return fitted{kind}.onOneSplit(r, instances, rows)
	}
	for k := range rows {
		row := make([]float64, instances)
		for i := range row {
			row[i] = noise(r, kind) * float64(1-2*(k%2))
		}
		all = append(all, row)
	}
	return all
}

// difference returns the differences of two rows.
func difference(rows [][]float64, pair [2]int) (d []float64) {
	for i, x := range rows[pair[0]] {
		d = append(d, x-rows[pair[1]][i])
	}
	return d
}

// allPairs returns every two rows.
func allPairs(rows int) (pairs [][2]int) {
	for b := range rows {
		for a := range b {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
