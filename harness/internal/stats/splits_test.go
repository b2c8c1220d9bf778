package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/stats"
)

// shares is the layout as a table knows it.
func (l layout) shares() stats.Layout {
	return stats.Layout{Sets: l.splits, Training: l.overlap, Tests: l.tests, Ratio: l.ratio}
}

// A tableWorld draws a run of equally good rows on the same splits. The parts of odd rows are
// negated, so that differences are as skewed as can be.
type tableWorld struct {
	partsWorld
	large  float64 // factor of the effects of training sets on the first row; 0 for none
	noisy  float64 // the same of test instances
	copies int     // of a row with a twentieth of these effects, added to ten rows
}

const tableRows = 10

func (w tableWorld) draw(r *rand.Rand, l layout) (rows [][]stats.Sample) {
	var train, test [][]int
	for j := range l.splits {
		a, b := l.draw(r, j)
		train, test = append(train, a), append(test, b)
	}
	l.draw = func(_ *rand.Rand, j int) (a, b []int) { return train[j], test[j] }
	scaled := func(factor float64) partsWorld {
		odds := factor * factor * w.training / (1 - w.training)
		return partsWorld{odds / (1 + odds), w.both, w.roles, w.kind}
	}
	common := w.partsWorld.draw(r, l)
	for k := range tableRows {
		of := w.partsWorld
		if k == 0 && w.large > 0 {
			of = scaled(w.large)
		}
		row := of.draw(r, l)
		for j := range row {
			if m := stats.Summarize(row[j].Values).Mean; k == 0 && w.noisy > 0 {
				for i, v := range row[j].Values {
					row[j].Values[i] = m + w.noisy*(v-m)
				}
			}
			for i := range row[j].Values {
				if k%2 == 1 {
					row[j].Values[i] *= -1
				}
				row[j].Values[i] += common[j].Values[i]
			}
		}
		rows = append(rows, row)
	}
	if w.copies == 0 {
		return rows
	}
	base := scaled(0.05).draw(r, l)
	for range w.copies {
		row := make([]stats.Sample, len(base))
		for j, s := range base {
			row[j] = s
			row[j].Values = make([]float64, len(s.Values))
			for i, v := range s.Values {
				row[j].Values[i] = v + common[j].Values[i] + 0.01*r.NormFloat64()
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// moderation is the prior of all rows.
func moderation(l stats.Layout, rows [][]stats.Sample) stats.Moderation {
	var effects [][]float64
	for _, row := range rows {
		effects = append(effects, l.Effects(row))
	}
	return stats.Moderate(effects)
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

// coverage is the share of 95 % intervals with 0.
func coverage(tests []stats.Test) float64 {
	n := 0.0
	for i := range tests {
		if low, high := tests[i].Interval(0.95); !(low > 0 || high < 0) {
			n++
		}
	}
	return n / float64(len(tests))
}

func shifted(splits []stats.Sample, by float64) []stats.Sample {
	out := slices.Clone(splits)
	for j, s := range splits {
		out[j].Values = make([]float64, len(s.Values))
		for i, v := range s.Values {
			out[j].Values[i] = v + by
		}
	}
	return out
}

var simulatedLayouts = []layout{
	rotated("train-one", 3, 100), rotated("train-one", 5, 60), rotated("train-one", 10, 30),
	first(3, rotated("train-one", 5, 40)), first(5, rotated("train-one", 10, 30)), sharedFolds(),
	sharedTest(240, 300, 60, 5), sharedTest(150, 300, 60, 5), sharedTest(240, 300, 60, 10),
	sharedTest(240, 300, 300, 5), sharedTest(60, 300, 60, 5),
	drawn(60, 128, 328, 3), drawn(60, 128, 328, 5), drawn(200, 128, 328, 5), drawn(300, 500, 5000, 5),
	drawn(240, 60, 300, 10), drawn(40, 40, 120, 5), drawn(80, 40, 120, 5),
	rotated("test-one", 5, 60), rotated("test-one", 10, 30),
}

// TestLevelOfModeration: for one comparison in a run of ten rows, level, coverage in percent,
// s.d. / s.e., power at 0.5 and the share of warnings. Before → are the values without least
// squares and prior. Cross-validation has a warning of its own in tables.
//
//	go test ./harness/internal/stats -run LevelOfModeration -replicates 10000 -v
func TestLevelOfModeration(t *testing.T) {
	longtest.Skip(t)
	n := max(*replicates, 200)
	slack := simulated(n)
	for _, l := range simulatedLayouts {
		t.Run(l.name, func(t *testing.T) {
			line, tested := "", l.shares()
			for _, parts := range partsWorlds {
				w := tableWorld{partsWorld: parts}
				old, now := make([]stats.Test, n), make([]stats.Test, n)
				oldPower, power := make([]stats.Test, n), make([]stats.Test, n)
				repeat(n, func(seed uint64) {
					rows := w.draw(rand.New(rand.NewPCG(seed, 9)), l)
					prior := moderation(tested, rows).Pair(0, 1)
					d := minus(rows[0], rows[1])
					old[seed], now[seed] = l.test(d), tested.Test(d, prior)
					d = shifted(d, 0.5)
					oldPower[seed], power[seed] = l.test(d), tested.Test(d, prior)
				})
				level := share(now)
				warned := 0.0
				for i := range now {
					if now[i].Skewed {
						warned += 1 / float64(n)
					}
				}
				line += fmt.Sprintf(" %.3f→%.3f %.1f %.2f→%.2f %.2f→%.2f %.2f |", share(old), level,
					100*coverage(now), errorRatio(old), errorRatio(now), share(oldPower),
					share(power), warned)
				most := 0.06
				if parts.kind == "rare" || warned > 0.5 {
					most = 0.1
				}
				if tested.Method() != stats.CorrectedMean && level > most+slack {
					t.Errorf("%s, %+v: level %.3f, warnings %.2f", l.name, parts, level, warned)
				}
			}
			t.Logf("| %s |%s", l.name, line)
		})
	}
}

// TestFamilyOfModeration: the same for all pairs of the first 2, 5 and 10 of ten rows, also with a
// row of eight times the s.d., and with ten copies of a very stable row. Power is the share of the
// first row's pairs found after Holm.
func TestFamilyOfModeration(t *testing.T) {
	longtest.Skip(t)
	n := max(*replicates, 100)
	slack := simulated(n)
	normal, skew := partsWorld{0.5, 0.3, 0, "normal"}, partsWorld{0.5, 0.3, 0, "skew"}
	for _, l := range []layout{
		rotated("train-one", 3, 100), rotated("train-one", 5, 60), rotated("train-one", 10, 30),
		first(3, rotated("train-one", 5, 40)), sharedTest(150, 300, 60, 5), drawn(60, 128, 328, 5),
		drawn(200, 128, 328, 5), rotated("test-one", 10, 30),
	} {
		t.Run(l.name, func(t *testing.T) {
			tested := l.shares()
			for _, w := range []tableWorld{
				{partsWorld: normal}, {partsWorld: skew}, {partsWorld: normal, noisy: 3}, {partsWorld: normal, large: 8},
				{partsWorld: normal, copies: 10},
			} {
				sizes := []int{2, 5, 10}
				if w.copies > 0 {
					sizes = []int{10, 20}
				}
				old, now := make([][]bool, n), make([][]bool, n)
				oldFound, found := make([]float64, n), make([]float64, n)
				repeat(n, func(seed uint64) {
					rows := w.draw(rand.New(rand.NewPCG(seed, 10)), l)
					m := moderation(tested, rows)
					var p, q []float64
					for b := range rows {
						for a := range b {
							d := minus(rows[a], rows[b])
							p = append(p, l.test(d).P)
							q = append(q, tested.Test(d, m.Pair(a, b)).P)
						}
					}
					for _, k := range sizes {
						pairs := k * (k - 1) / 2
						old[seed] = append(old[seed], slices.Min(stats.Holm(p[:pairs])) <= 0.05)
						now[seed] = append(now[seed], slices.Min(stats.Holm(q[:pairs])) <= 0.05)
					}
					for b := 1; b < len(rows); b++ {
						d := shifted(minus(rows[0], rows[b]), 0.7)
						p[b*(b-1)/2], q[b*(b-1)/2] = l.test(d).P, tested.Test(d, m.Pair(0, b)).P
					}
					p, q = stats.Holm(p), stats.Holm(q)
					for b := 1; b < tableRows; b++ {
						if p[b*(b-1)/2] <= 0.05 {
							oldFound[seed] += 1 / float64(tableRows-1)
						}
						if q[b*(b-1)/2] <= 0.05 {
							found[seed] += 1 / float64(tableRows-1)
						}
					}
				})
				line := fmt.Sprintf("| %s | %s, large %v, noisy %v, copies %d |", l.name, w.kind, w.large, w.noisy, w.copies)
				for k, size := range sizes {
					level := fraction(now, k)
					line += fmt.Sprintf(" %d: %.3f→%.3f |", size, fraction(old, k), level)
					if tested.Method() != stats.CorrectedMean && level > 0.1+slack {
						t.Errorf("%s %d rows: family-wise error %.3f", line, size, level)
					}
				}
				t.Logf("%s %.2f→%.2f |", line, stats.Summarize(oldFound).Mean,
					stats.Summarize(found).Mean)
			}
		})
	}
}

// With all instances in each split, the variance is that of Gallas: s²_J/J + s²_I/N less what varies
// by both, which both parts contain.
func TestLayoutTestOfFullTable(t *testing.T) {
	d := [][]float64{{1, 2, 0, 3}, {6, 7, 5, 9}, {0, 1, 1, 2}}
	var splits []stats.Sample
	for _, row := range d {
		splits = append(splits, stats.Sample{Instances: []int{3, 0, 7, 4}, Values: row})
	}
	old := stats.Crossed(splits, 0) // has the part of both twice
	both := 0.0
	for j := range d {
		for i := range d[j] {
			row, column, all := stats.Summarize(d[j]).Mean, (d[0][i]+d[1][i]+d[2][i])/3, old.Effect
			both += (d[j][i] - row - column + all) * (d[j][i] - row - column + all) / (2 * 3) / 12
		}
	}
	test := stats.Layout{Sets: 3, Tests: 1}.Test(splits, stats.Prior{})
	near(t, "variance", test.Err*test.Err, old.Err*old.Err-both)
	near(t, "mean", test.Effect, old.Effect)
	near(t, "sources", (test.Sources.Training+test.Sources.Both)/3+test.Sources.Tests, test.Err*test.Err)
	if test.DF != 2 {
		t.Errorf("training instances are unknown: %v degrees of freedom", test.DF)
	}
}

// A rotation without a prior, and cross-validation, have the tests of Crossed and CorrectedT.
func TestLayoutTestOfRotations(t *testing.T) {
	for _, l := range []layout{rotated("train-one", 5, 20), rotated("test-one", 5, 20)} {
		d := partsWorlds[2].draw(rand.New(rand.NewPCG(1, 1)), l)
		got, want := l.shares().Test(d, stats.Prior{}), l.test(d)
		near(t, l.name, got.P, want.P)
		near(t, l.name, got.Err, want.Err)
		near(t, l.name, got.DF, want.DF)
	}
}

func TestLayoutTestOfFewSplits(t *testing.T) {
	l := drawn(60, 128, 328, 2)
	d := partsWorlds[1].draw(rand.New(rand.NewPCG(1, 2)), l)
	for n := range 3 {
		test := l.shares().Test(d[:n], stats.Prior{})
		if !math.IsNaN(test.P) || test.Floor != 1 || (n == 2) != (test.Err > 0) {
			t.Errorf("%d splits: %+v", n, test)
		}
	}
}

// Expect with as many splits has the same standard error and interval. Standard errors expected
// from a pilot of two splits are those of more splits, on average.
func TestExpect(t *testing.T) {
	n := max(*replicates, 300)
	for _, l := range []layout{drawn(60, 128, 1000, 12), sharedTest(60, 300, 60, 12)} {
		tested := l.shares()
		predicted, truth := make([]float64, n), make([]float64, n)
		repeat(n, func(seed uint64) {
			d := partsWorlds[1].draw(rand.New(rand.NewPCG(seed, 12)), l)
			test, pilot := tested.Test(d, stats.Prior{}), tested.Test(d[:3], stats.Prior{})
			again := tested.Expect(test, l.splits)
			if math.Abs(again.Err/test.Err-1) > 1e-9 {
				t.Errorf("%s: standard error %v, expected %v", l.name, test.Err, again.Err)
			}
			pilot = tested.Expect(pilot, l.splits)
			predicted[seed], truth[seed] = pilot.Err*pilot.Err, test.Err*test.Err
		})
		p, q := stats.Summarize(predicted).Mean, stats.Summarize(truth).Mean
		if p < 0.8*q || p > 1.35*q {
			t.Errorf("%s: expected variance %v, found %v", l.name, p, q)
		}
	}
}

func TestSplitsFor(t *testing.T) {
	test := stats.Test{N: 3, Sources: stats.Sources{Training: 3, Both: 1}}
	l := stats.Layout{Sets: 3}
	k, least := l.SplitsFor(test, 1, 0.95)
	width := func(splits int) float64 {
		test := l.Expect(test, splits)
		low, high := test.Interval(0.95)
		return high - low
	}
	if least > 0.01 || !(width(k) < 1) || width(k-1) < 1 {
		t.Errorf("%d splits, at least %v", k, least)
	}
	l.Training, l.Tests = 0.5, 1
	if k, least := l.SplitsFor(test, 1, 0.95); k != 0 || math.Abs(least-2*1.96*math.Sqrt(1.5)) > 0.01 {
		t.Errorf("shared training sets: %d splits, at least %v", k, least)
	}
}
