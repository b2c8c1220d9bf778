package table_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// crossed makes entries of so many rows on splits that all test the same instances. Training sets
// share a fifth. Each row has a larger loss than the one before it, by step.
func crossed(seed uint64, rows, splits, instances int, step float64) (entries []table.Entry) {
	r := pcg(seed, 21)
	hard := make([]float64, instances)
	for i := range hard {
		hard[i] = r.Float64()
	}
	for row := range rows {
		for split := range splits {
			e := fitted(fmt.Sprint("row", row), table.Planned{Dataset: "d", Split: split, Seed: record.Seed(1),
				Train: 60, Test: instances, Overlap: 0.2, TestOverlap: 1})
			var s record.Statistics
			effect := 0.02 * r.NormFloat64()
			for i, h := range hard {
				s.Num = append(s.Num, 3+h+step*float64(row)+effect+0.1*r.NormFloat64())
				s.Den, e.Fit.Test = append(s.Den, 10), append(e.Fit.Test, fmt.Sprint(i))
			}
			score(&e, s)
			entries = append(entries, e)
		}
	}
	return entries
}

// values returns the losses of a row of crossed, by split and instance.
func values(entries []table.Entry, label string) (all [][]float64) {
	for _, e := range entries {
		if e.Label == label {
			var losses []float64
			for i, num := range e.Row.Instances["hamming"].Num {
				losses = append(losses, num/e.Row.Instances["hamming"].Den[i])
			}
			all = append(all, losses)
		}
	}
	return all
}

// minus returns the differences of two rows of crossed.
func minus(entries []table.Entry, a, b string) [][]float64 {
	d, other := values(entries, a), values(entries, b)
	for j := range d {
		for i := range d[j] {
			d[j][i] -= other[j][i]
		}
	}
	return d
}

// TestModeratedRows: with twelve rows, each difference has the prior of all of them, also if only two
// are shown. The ± of a row has none, and the note gives d0. Holm corrects p, and intervals are
// Bonferroni's, or end at 0.
func TestModeratedRows(t *testing.T) {
	entries := crossed(2, 12, 4, 30, 0.01)
	l := stats.Layout{Sets: 4, Training: 0.2, Tests: 1}
	samples := func(d [][]float64) (all []stats.Sample) {
		for _, v := range d {
			s := stats.Sample{Values: v}
			for i := range v {
				s.Instances = append(s.Instances, i)
			}
			all = append(all, s)
		}
		return all
	}
	var effects [][]float64
	for r := range 12 {
		effects = append(effects, l.Effects(samples(values(entries, fmt.Sprint("row", r)))))
	}
	prior := stats.Moderate(effects)
	if !(prior.DF > 1) || prior.Rows() < 6 {
		t.Fatalf("no prior: %+v", prior)
	}
	whole := build(t, entries)
	some := built(t, entries, table.Options{Show: table.Selection{
		Learners: []string{"row5", "row0"}}})
	for r := range whole.Rows {
		own := l.Test(samples(values(entries, whole.Rows[r].Label)), stats.Prior{})
		if cell := whole.Rows[r].Cells[0]; math.Abs(float64(cell.Error)-own.Err) > 1e-12 {
			t.Errorf("%s: ± %v, want %v", whole.Rows[r].Label, cell.Error, own.Err)
		}
	}
	var tests []stats.Test
	var p []float64
	pairs := whole.Pairs()
	for _, pair := range pairs {
		d := minus(entries, whole.Rows[pair.A].Label, whole.Rows[pair.B].Label)
		tests = append(tests, l.Test(samples(d), prior.Pair(pair.A, pair.B)))
		p = append(p, tests[len(tests)-1].P)
	}
	for i, adjusted := range stats.Holm(p) {
		pair, low, high := pairs[i], 0., 0.
		if low, high = tests[i].Interval(1 - 0.05/float64(len(pairs))); adjusted <= 0.05 {
			low, high = stats.MarkedInterval(tests[i].Effect, low, high)
		}
		if math.Abs(pair.Test.P/p[i]-1) > 1e-9 || math.Abs(pair.Adjusted-adjusted) > 1e-9 ||
			math.Abs(pair.Low-low)+math.Abs(pair.High-high) > 1e-9 {
			t.Errorf("%+v, want p %v and %v, %v … %v", pair, p[i], adjusted, low, high)
		}
	}
	of, _, err := some.Test(0, 1, 0)
	want, _, _ := whole.Test(5, 0, 0)
	if err != nil || of.P != want.P {
		t.Errorf("among two shown rows p %v, among all %v", of.P, want.P)
	}
	says(t, notesOf(whole), fmt.Sprintf("moderated for %d rows, d0 = %.2g", prior.Rows(), prior.DF))
	marked := slices.ContainsFunc(pairs, func(p table.Pair) bool { return p.Adjusted <= 0.05 })
	if got := strings.Contains(whole.Columns[0].Warning, "up to 12 % of tables"); got != marked {
		t.Errorf("some pair is significant: %v, warning %q", marked, whole.Columns[0].Warning)
	}
	if strings.Contains(notesOf(build(t, crossed(2, 5, 4, 30, 0.01))), "moderated") {
		t.Error("five rows have a prior")
	}
}

// TestPairsOnOneSplit: p are step-down, and intervals single-step, or end at 0 if only the step-down p
// is small.
func TestPairsOnOneSplit(t *testing.T) {
	ends := 0
	for seed := range uint64(40) {
		r := pcg(seed, 22)
		losses, order := map[string][]float64{}, []string{"a", "b", "c", "d"}
		for range 9 {
			for k, label := range order {
				losses[label] = append(losses[label], 0.2+0.08*float64(k)+0.3*r.Float64())
			}
		}
		pairs, rows := build(t, fits(losses, order...)).Pairs(), [][]float64{}
		var of [][2]int
		for _, label := range order {
			rows = append(rows, losses[label])
		}
		for _, p := range pairs {
			of = append(of, [2]int{p.A, p.B})
		}
		f := stats.FlipPairs(nil, rows, of)
		for i, p := range pairs {
			low, high := f.Interval(&p.Test, 0.95)
			if f.Adjusted[i] <= 0.05 {
				if low < 0 && high > 0 {
					ends++
				}
				low, high = stats.MarkedInterval(p.Test.Effect, low, high)
			}
			if p.Test.P != f.P[i] || p.Adjusted != f.Adjusted[i] ||
				math.Abs(p.Low-low)+math.Abs(p.High-high) > 1e-9 {
				t.Errorf("seed %d: %+v, want p %v and %v, %v … %v", seed, p, f.P[i], f.Adjusted[i], low, high)
			}
		}
	}
	if ends == 0 {
		t.Error("no pair is significant only step-down")
	}
}

// TestSkewedDifferences: a few rare losses get a warning, and differences without skew do not.
func TestSkewedDifferences(t *testing.T) {
	r := pcg(4, 23)
	losses := map[string][]float64{}
	for i := range 40 {
		x := r.Float64()
		losses["a"] = append(losses["a"], x)
		losses["b"] = append(losses["b"], x+0.1+0.1*r.Float64())
		rare := 0.01
		if i < 3 {
			rare = 3
		}
		losses["c"] = append(losses["c"], x+rare)
	}
	const warning = "skewed pairs (1): up to 20 % of equal ones differ"
	says(t, notesOf(build(t, fits(losses, "a", "c"))), warning)
	if text := notesOf(build(t, fits(losses, "a", "b"))); strings.Contains(text, warning) {
		t.Errorf("a warning without skewed differences:\n%s", text)
	}
}

// TestWorkersOfATable: the number of processors changes no bit.
func TestWorkersOfATable(t *testing.T) {
	entries := crossed(5, 8, 4, 30, 0.03)
	single := run("one split", 2, 80, false)
	var want string
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(n)
		got := write(t, build(t, slices.Concat(entries, single)), "json", layout.Style{})
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers: another table", n)
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
