package skeleton

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// grabcut returns a task of the masks with the given number of pixels and an unmetered solver.
func grabcut(t testing.TB, args string) *sp.Task {
	t.Helper()
	xs, _ := learnertest.Instances(t, "grabcut", args)
	return task(input(xs, three, "hamming"))
}

// BenchmarkFigure2 is Figure 2 of Kim et al. 2015: the expected loss in % of three masks of about
// 90·120 pixels (teddy has 123×88), by skeletons of faces and of the box, and by 10 runs of 10,000
// samples.
func BenchmarkFigure2(b *testing.B) {
	for _, id := range []string{"banana1", "ceramic", "teddy"} {
		b.Run(id, func(b *testing.B) {
			e, loss := mask(b, 10800, id)
			box, key := boxAt([]float64{0, 0, 0}, 1), perturb.NewKey(1, id)
			defer cputime.PerOp(b)()
			for range b.N {
				exactly(b, "faces", math.MaxInt/2, func(calls int) (float64, float64, int) {
					f := must(skeleton.ExploreFaces(e, box, calls))(b)
					return 100 * f.Mean(loss), f.Unresolved(), f.Calls()
				})
				exactly(b, "box", 8192, func(calls int) (float64, float64, int) {
					d := explored(b, e, box.Whole(), calls)
					return 100 * d.Mean(loss), d.Unresolved, d.Calls
				})
				bySamples(b, func(draw int) float64 {
					return 100 * lossOf(b, e, box.Whole(), loss, key, draw)
				})
			}
		})
	}
}

// BenchmarkFigure4 is Figure 4: the derivative of the expected loss in % by θ₁, by calls for each
// of two skeletons, or by samples on each of two faces. Slices have thickness 0.001; boxes move by
// 0.001.
func BenchmarkFigure4(b *testing.B) {
	e, loss := mask(b, 2500, "banana1")
	box, key := boxAt([]float64{0.2, 0.1, 0.1}, 1), perturb.NewKey(1, e.x.ID)
	const delta = 0.001
	between := func(label string, lower, upper skeleton.Region, factor float64) {
		exactly(b, label, 2048, func(calls int) (float64, float64, int) {
			low, high := explored(b, e, lower, calls), explored(b, e, upper, calls)
			return factor * (high.Mean(loss) - low.Mean(loss)),
				max(low.Unresolved, high.Unresolved), max(low.Calls, high.Calls)
		})
	}
	defer cputime.PerOp(b)()
	for range b.N {
		between("faces", box.Face(0, false), box.Face(0, true), 100)
		between("slices", box.Slice(0, false, delta), box.Slice(0, true, delta), 100)
		between("regions", box.Whole(), box.Moved(0, delta).Whole(), 100/delta)
		bySamples(b, func(draw int) float64 {
			return 100 * (lossOf(b, e, box.Face(0, true), loss, key, draw) - lossOf(b, e,
				box.Face(0, false), loss, key, draw))
		})
	}
}

// exactly logs the results of skeletons with repeatedly doubled calls, until they are complete or
// most is reached.
func exactly(t testing.TB, label string, most int,
	find func(calls int) (value, unresolved float64, made int)) {
	for calls, unresolved := 8, 1.0; unresolved > 0 && calls <= most; calls *= 2 {
		start := time.Now()
		value, left, made := find(calls)
		t.Logf("%8s %6d calls %8.3f s: %.5f, unresolved %.2g", label, made,
			time.Since(start).Seconds(), value, left)
		unresolved = left
	}
}

// bySamples logs the means over increasing numbers of draws, of several runs. A draw takes one
// counted call. 95 % of runs are in the mean ± the half-width, by the variance of a sample.
func bySamples(t testing.TB, value func(draw int) float64) {
	const runs, draws = 10, 10000
	start := time.Now()
	var sums [runs][draws + 1]float64 // of the first draws
	sum, squares := 0.0, 0.0
	for run := range sums {
		for i := range draws {
			v := value(run*draws + i)
			sums[run][i+1] = sums[run][i] + v
			sum, squares = sum+v, squares+v*v
		}
	}
	const all = float64(runs * draws)
	seconds := time.Since(start).Seconds() / all
	half := func(n float64) float64 {
		return 1.96 * math.Sqrt((squares/all-sum/all*sum/all)/n)
	}
	for _, n := range []int{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, draws} {
		mean, least, greatest := 0.0, math.Inf(1), math.Inf(-1)
		for run := range sums {
			v := sums[run][n] / float64(n)
			mean, least, greatest = mean+v/runs, min(least, v), max(greatest, v)
		}
		t.Logf(" samples %6d calls %8.3f s: %.5f ± %.5f, %d runs from %.5f to %.5f", n,
			seconds*float64(n), mean, half(float64(n)), runs, least, greatest)
	}
	t.Logf("     all %6.0f calls %8.3f s: %.5f ± %.5f", all, seconds*all, sum/all, half(all))
}

// mask returns a mask of about the given number of pixels with its loss.
func mask(t testing.TB, pixels int, id string) (*energy, func([]int32, []float64) float64) {
	t.Helper()
	all := grabcut(t, fmt.Sprintf(`{"pixels": %d}`, pixels))
	x := &all.Train[slices.IndexFunc(all.Train, func(x sp.Instance) bool { return x.ID == id })]
	e := newEnergy(all, newParameters(all.Map, nil), x, false)
	need(t, e.visit(all))
	return e, func(y []int32, _ []float64) float64 { return all.Loss.Value(x, x.Gold, y) }
}

func explored(t testing.TB, e *energy, r skeleton.Region, calls int) *skeleton.Distribution {
	t.Helper()
	d := must(skeleton.Explore(e, r, calls))(t)
	return d
}

// lossOf returns the loss of the labeling of one draw in r.
func lossOf(t testing.TB, e *energy, r skeleton.Region, loss func([]int32, []float64) float64,
	key perturb.Key, draw int) float64 {
	d := must(skeleton.Sample(e, r, 1, func(u []float64, _ int) { key.Uniform(u, uint64(draw)) }))(t)
	return d.Mean(loss)
}
