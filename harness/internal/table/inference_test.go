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
			e := table.Entry{Planned: table.Planned{Dataset: "d", Split: split, Seed: record.Seed(1), Train: 60, Test: instances, Overlap: 0.2, TestOverlap: 1}, Label: fmt.Sprint("row", row), Decoder: "map",
				Fit: record.Fit{Outcome: record.Outcome{Kind: record.OK}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}}}
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

// byHand returns mean and standard error of values by split and instance, by the formulas of
// docs/statistics.md, if all splits test the same instances and training sets share f.
func byHand(d [][]float64, f float64) (mean, err float64) {
	splits, n := float64(len(d)), float64(len(d[0]))
	bySplit, byInstance := make([]float64, len(d)), make([]float64, len(d[0]))
	for j := range d {
		for i, x := range d[j] {
			mean += x / (splits * n)
			bySplit[j] += x / n
			byInstance[i] += x / splits
		}
	}
	s2, b, e2 := 0.0, 0.0, 0.0
	for j := range d {
		s2 += math.Pow(bySplit[j]-mean, 2) / (splits - 1)
		for i, x := range d[j] {
			e2 += math.Pow(x-bySplit[j]-byInstance[i]+mean, 2) / ((splits - 1) * (n - 1))
		}
	}
	for _, x := range byInstance {
		b += math.Pow(x-mean, 2) / (n * (n - 1))
	}
	a := s2 * (1 + (splits-1)*f) / (splits * (1 - f))
	v := math.Min(e2/(splits*n), b) * (1 + (splits-1)*f) / (1 - f)
	return mean, math.Sqrt(b + math.Max(a-v, 0.4*a*math.Sqrt(2/(splits-1))))
}

// beyond is the two-sided tail of Student's t with three degrees of freedom.
func beyond(t float64) float64 {
	x := math.Abs(t) / math.Sqrt(3)
	return 1 - 2/math.Pi*(x/(1+x*x)+math.Atan(x))
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

// TestSplitsByHand: ±, p, Holm's p and simultaneous intervals of four splits agree with the formulas
// in docs/statistics.md.
func TestSplitsByHand(t *testing.T) {
	entries := crossed(1, 3, 4, 6, 0.15)
	tab := build(t, entries)
	near := func(what string, got record.Number, want float64) {
		if math.Abs(float64(got)-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	var p []float64 // of rows 1 and 2 against 0, then of 2 against 1
	var means, errs []float64
	for _, pair := range [][2]string{{"row1", "row0"}, {"row2", "row0"}, {"row2", "row1"}} {
		mean, err := byHand(minus(entries, pair[0], pair[1]), 0.2)
		p, means, errs = append(p, beyond(mean/err)), append(means, mean), append(errs, err)
	}
	smallest := slices.Sorted(slices.Values(p))
	for r := range tab.Rows {
		cell := &tab.Rows[r].Cells[0]
		mean, err := byHand(values(entries, tab.Rows[r].Label), 0.2)
		near("mean", cell.Mean, mean)
		near("±", cell.Error, err)
		if r == 0 {
			continue
		}
		near("effect", cell.Effect, means[r-1])
		near("p", cell.P, p[r-1])
		holm, running := 0.0, 0.0
		for k, q := range smallest {
			if running = math.Max(running, float64(3-k)*q); q == p[r-1] {
				holm = math.Min(1, running)
			}
		}
		near("Holm's p", cell.Adjusted, holm)
		low, high := float64(cell.EffectLow), float64(cell.EffectHigh)
		if low != 0 { // else only the step-down p is below 0.05
			near("level", record.Number(beyond((high-low)/2/errs[r-1])), 0.05/3)
			near("centre", record.Number((low+high)/2), means[r-1])
		}
	}
	if tab.Columns[0].Spread != table.OverSplits {
		t.Errorf("spread %q", tab.Columns[0].Spread)
	}
}

// TestModeratedRows: with twelve rows, each difference has the prior of all of them, also if only two
// are shown. The ± of a row has none, and the note gives d0.
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
	best := slices.IndexFunc(whole.Rows, func(r table.Row) bool { return r.Cells[0].Best })
	for r := range whole.Rows {
		cell, label := whole.Rows[r].Cells[0], whole.Rows[r].Label
		own := l.Test(samples(values(entries, label)), stats.Prior{})
		if math.Abs(float64(cell.Error)-own.Err) > 1e-12 {
			t.Errorf("%s: ± %v, want %v", label, cell.Error, own.Err)
		}
		want := l.Test(samples(minus(entries, label, whole.Rows[best].Label)), prior.Pair(r, best))
		if r != best && math.Abs(float64(cell.P)/want.P-1) > 1e-9 {
			t.Errorf("%s: p %v, want %v", label, cell.P, want.P)
		}
	}
	of, _, err := some.Test(0, 1, 0, 0)
	want, _, _ := whole.Test(5, 0, 0, 0)
	if err != nil || of.P != want.P {
		t.Errorf("among two shown rows p %v, among all %v", of.P, want.P)
	}
	says(t, notesOf(whole), fmt.Sprintf("moderated by %d rows, d0 = %.2g", prior.Rows(), prior.DF))
	if strings.Contains(notesOf(build(t, crossed(2, 5, 4, 30, 0.01))), "moderated") {
		t.Error("five rows have a prior")
	}
}

// TestMaxTByEnumeration: p of four rows on nine instances are shares of the 512 patterns of signs.
// Intervals are single-step, and end at 0 if only the step-down p is small.
func TestMaxTByEnumeration(t *testing.T) {
	ends := 0
	for seed := range uint64(40) {
		r := pcg(seed, 22)
		losses, order := map[string][]float64{}, []string{"a", "b", "c", "d"}
		for range 9 {
			for k, label := range order {
				losses[label] = append(losses[label], 0.2+0.08*float64(k)+0.3*r.Float64())
			}
		}
		tab := build(t, fits(losses, order...))
		pairs := tab.Pairs()
		statistic := func(p table.Pair, pattern int) float64 {
			sum, square := 0.0, 0.0
			for i := range 9 {
				d := losses[order[p.A]][i] - losses[order[p.B]][i]
				sum, square = sum+d*float64(1-2*(pattern>>i&1)), square+d*d
			}
			return math.Abs(sum) / math.Sqrt(square)
		}
		slices.SortFunc(pairs, func(p, q table.Pair) int {
			if statistic(p, 0) > statistic(q, 0) {
				return -1
			}
			return 1
		})
		running := 0.0
		for k, p := range pairs {
			down, single := 0.0, 0.0
			for pattern := range 512 {
				reached := func(among []table.Pair) float64 {
					for _, q := range among {
						if statistic(q, pattern) >= statistic(p, 0)-1e-9 {
							return 1. / 512
						}
					}
					return 0
				}
				down += reached(pairs[k:])
				single += reached(pairs)
			}
			if running = math.Max(running, down); p.Adjusted != running {
				t.Errorf("seed %d: adjusted p %v, want %v", seed, p.Adjusted, running)
			}
			if apart := p.Low > 0 || p.High < 0; apart != (single <= 0.05) {
				t.Errorf("seed %d: %v … %v with single-step p %v", seed, p.Low, p.High, single)
			}
			if running <= 0.05 && single > 0.05 {
				ends++
				if p.Low != 0 && p.High != 0 {
					t.Errorf("seed %d: %v … %v of a significant pair", seed, p.Low, p.High)
				}
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
