package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/stats"
)

// A rowsWorld draws the effects of training sets on equally good rows.
type rowsWorld struct {
	name     string
	rows     int
	vary     float64 // standard deviation of log variance over rows
	large    float64 // factor of the first row
	copies   int     // of one stable row, added
	stable   float64 // its standard deviation
	apart    float64 // standard deviation of what copies do not share
	clusters int     // groups of rows with nearly the same effects
}

// draw returns rows × splits.
func (w rowsWorld) draw(r *rand.Rand, splits int) [][]float64 {
	var rows [][]float64
	draw := func(sd float64) []float64 {
		x := make([]float64, splits)
		for j := range x {
			x[j] = sd * r.NormFloat64()
		}
		return x
	}
	add := func(x, y []float64) []float64 {
		for j := range x {
			x[j] += y[j]
		}
		return x
	}
	var centres [][]float64
	for range w.clusters {
		centres = append(centres, draw(1))
	}
	common := draw(3)
	for k := range w.rows {
		sd := math.Exp(w.vary / 2 * r.NormFloat64())
		if k == 0 && w.large > 0 {
			sd = w.large
		}
		x := draw(sd)
		if w.clusters > 0 {
			x = add(draw(w.apart), centres[k%w.clusters])
		}
		rows = append(rows, add(x, common))
	}
	if w.copies > 0 {
		base := draw(w.stable)
		for range w.copies {
			rows = append(rows, add(add(draw(w.apart), base), common))
		}
	}
	return rows
}

// TestLevelOfPriors: level of single comparisons, family-wise error over all pairs by Holm, and
// power for one better row, beside those of plain t tests, on independent splits with nothing but
// effects of training sets.
//
//	go test ./harness/internal/stats -run LevelOfPriors -replicates 10000 -v
func TestLevelOfPriors(t *testing.T) {
	longtest.Skip(t)
	n := repetitions(100)
	slack := simulated(n)
	for _, w := range []rowsWorld{
		{name: "equal spreads", rows: 10},
		{name: "6 rows", rows: 6},
		{name: "20 rows", rows: 20},
		{name: "log variance ± 0.5", rows: 10, vary: 0.5},
		{name: "log variance ± 1", rows: 10, vary: 1},
		{name: "one row of 3 times the s.d.", rows: 10, large: 3},
		{name: "one row of 8 times the s.d.", rows: 10, large: 8},
		{name: "the same of 20 rows", rows: 20, large: 8},
		{name: "ten copies of a stable row", rows: 10, copies: 10, stable: 0.05},
		{name: "ten near copies", rows: 10, copies: 10, stable: 0.05, apart: 0.01},
		{name: "ten stable rows, s.d. 0.3", rows: 10, copies: 10, apart: 0.3},
		{name: "two groups of rows", rows: 10, clusters: 2, apart: 0.1},
		{name: "five groups of rows", rows: 15, clusters: 5, apart: 0.3},
	} {
		for _, splits := range []int{3, 5, 10} {
			old, now := make([]priorResult, n), make([]priorResult, n)
			df := make([]float64, n)
			repeat(n, func(seed uint64) {
				rows := w.draw(pcg(seed, 11), splits)
				m := stats.Moderate(rows)
				df[seed] = m.DF
				// differences of 4, 2 and 1 standard deviations over splits
				shift := math.Sqrt2 * map[int]float64{3: 4, 5: 2, 10: 1}[splits]
				old[seed] = compareRows(rows, stats.Moderation{Shares: make([]bool, len(rows))}, shift)
				now[seed] = compareRows(rows, m, shift)
			})
			before, after := meanResult(old), meanResult(now)
			t.Logf("| %s | %d | %.1f | %.3f→%.3f | %.3f→%.3f | %.2f→%.2f |", w.name, splits,
				stats.Median(df), before.level, after.level, before.family, after.family,
				before.power, after.power)
			if after.level > 0.07+slack || after.family > 0.11+slack {
				t.Errorf("%s, %d splits: level %.3f, family-wise %.3f", w.name, splits, after.level,
					after.family)
			}
		}
	}
}

// A priorResult holds shares of comparisons or families.
type priorResult struct{ level, family, power float64 }

func meanResult(all []priorResult) (mean priorResult) {
	for _, r := range all {
		n := float64(len(all))
		mean.level += r.level / n
		mean.family += r.family / n
		mean.power += r.power / n
	}
	return mean
}

// compareRows tests all pairs, and again with the second row shifted.
func compareRows(rows [][]float64, m stats.Moderation, shift float64) (r priorResult) {
	var p, better []float64
	var second []bool
	for b := range rows {
		for a := range b {
			d := slices.Clone(rows[a])
			for j := range d {
				d[j] -= rows[b][j]
			}
			p = append(p, stats.ModeratedT(d, 0, m.Pair(a, b)).P)
			for j := range d {
				switch {
				case a == 1:
					d[j] += shift
				case b == 1:
					d[j] -= shift
				}
			}
			better = append(better, stats.ModeratedT(d, 0, m.Pair(a, b)).P)
			second = append(second, a == 1 || b == 1)
		}
	}
	for _, x := range p {
		if x <= 0.05 {
			r.level += 1 / float64(len(p))
		}
	}
	if slices.Min(stats.Holm(p)) <= 0.05 {
		r.family = 1
	}
	for i, x := range stats.Holm(better) {
		if second[i] && x <= 0.05 {
			r.power += 1 / float64(len(rows)-1)
		}
	}
	return r
}

// Variances drawn from a known prior give it back, on average, and outliers do not change it.
func TestModerateFindsThePrior(t *testing.T) {
	r := pcg(3, 11)
	const splits, variance, df = 6, 4.0, 8.0
	for _, outliers := range []int{0, 8} {
		rows := make([][]float64, 200)
		for k := range rows {
			chi := 0.0
			for range int(df) {
				x := r.NormFloat64()
				chi += x * x
			}
			sd := math.Sqrt(variance / 2 * df / chi)
			if k < outliers {
				sd = 100
			}
			for range splits {
				rows[k] = append(rows[k], 7+sd*r.NormFloat64())
			}
		}
		m := stats.Moderate(rows)
		if math.Abs(m.Variance-variance) > 0.8 || m.DF < 4 || m.DF > 30 {
			t.Errorf("%d outliers: %+v, want variance %v with %v degrees of freedom", outliers, m.Prior,
				variance, df)
		}
		if outliers > 0 && (m.Shares[0] || m.Pair(0, 20) != (stats.Prior{}) || m.Pair(19, 20) != m.Prior) {
			t.Errorf("the outlier takes part: %v", m.Shares)
		}
	}
}

// Copies of a row and unknown rows change nothing; five rows give no prior.
func TestModerateOfLittle(t *testing.T) {
	rows := rowsWorld{rows: 7}.draw(pcg(2, 11), 5)
	want := stats.Moderate(rows)
	if want.DF == 0 {
		t.Fatal("no prior")
	}
	middle := rowsWorld{rows: 7}.draw(pcg(2, 11), 5)
	got := stats.Moderate(append(middle, nil))
	if got.Prior != want.Prior || got.Shares[7] {
		t.Errorf("with an unknown row %+v, want %+v", got, want)
	}
	if got := stats.Moderate(rows[:5]); got.Prior != (stats.Prior{}) {
		t.Errorf("five rows: %+v", got)
	}
	equal := append(slices.Clone(rows[:5]), rows[0], rows[0], rows[0])
	if got := stats.Moderate(equal); got.Prior != (stats.Prior{}) {
		t.Errorf("five rows and copies: %+v", got)
	}
	if got := stats.Moderate(nil); got.Prior != (stats.Prior{}) {
		t.Errorf("no rows: %+v", got)
	}
}

// A moderated t test has the weighted variance, and all degrees of freedom, but for a pair that the
// prior does not explain.
func TestModeratedT(t *testing.T) {
	diff := []float64{1, 2, 3} // s² = 1
	test := stats.ModeratedT(diff, 0.5, stats.Prior{DF: 4, Variance: 2.5})
	near(t, "variance", test.Err*test.Err, (4*2.5+2*1)/6*(1./3+0.5))
	near(t, "p", test.P, tail(2/test.Err, 6))
	if test.DF != 6 {
		t.Errorf("degrees of freedom %v", test.DF)
	}
	for _, variance := range []float64{0.01, 1000} {
		if got := stats.ModeratedT(diff, 0, stats.Prior{DF: 4, Variance: variance}); got.DF != 2 {
			t.Errorf("prior %v: %+v", variance, got)
		}
	}
}
