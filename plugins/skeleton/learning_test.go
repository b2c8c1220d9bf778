package skeleton

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// BenchmarkFigure5 is Figure 5 of Kim et al. 2015: θ after 60 iterations of moment matching, by
// samples and exactly, and of a descent on the expected loss, with the mean difference of consecutive
// steps in the second half.
func BenchmarkFigure5(b *testing.B) {
	defer cputime.PerOp(b)()
	for range b.N {
		train, _ := divided(b, 4, "hamming")
		for _, row := range []struct {
			label string
			Skeleton
		}{
			{"P&M", Skeleton{Objective: kindPMAP}},
			{"Skel. P&M", Skeleton{Objective: kindSkeletonPMAP}},
			{"faces", Skeleton{Objective: kindExpectedLoss, Gradient: gradientFaces, Starts: 1}},
		} {
			row.Iterations, row.Step = 60, 0.25
			path, _ := descend(b, train, row.Skeleton)
			b.Logf("%s: θ = %.4f in the end, steps change by %.5f", row.label, path[len(path)-1],
				turns(path[len(path)/2:]))
		}
	}
}

// turns returns the mean length of the differences of successive steps.
func turns(path [][]float64) float64 {
	sum := 0.0
	for t := 2; t < len(path); t++ {
		square := 0.0
		for i, v := range path[t] {
			d := v - 2*path[t-1][i] + path[t-2][i]
			square += d * d
		}
		sum += math.Sqrt(square)
	}
	return sum / float64(len(path)-2)
}

// BenchmarkFigure6 is Figure 6 of Kim et al. 2015, for each held-out fold of six masks. It has the
// expected number of wrong pixels on the boundary after a descent, on the training masks and on the
// others. It also has decisions of minimum Bayes risk under the parameters that match moments, for
// several seeds of their samples.
func BenchmarkFigure6(b *testing.B) {
	for fold := range 5 {
		b.Run(fmt.Sprint("fold ", fold), func(b *testing.B) {
			defer cputime.PerOp(b)()
			for range b.N {
				train, test := divided(b, fold, "boundary-count")
				_, end := descend(b, train, Skeleton{Objective: kindExpectedLoss,
					Gradient: gradientFaces, Starts: 10, Iterations: 120, Step: 1})
				b.Logf("learned: θ = %.3f, expected %.3f on train, %.3f on test", end.theta,
					end.risk, expected(b, test, end.theta))
				_, end = descend(b, train, Skeleton{Objective: kindPMAP, Gradient: gradientFaces,
					Iterations: 60, Step: 0.25})
				b.Logf("P&M: θ = %.3f, expected %.3f on train, %.3f on test", end.theta,
					expected(b, train, end.theta), expected(b, test, end.theta))
				decided(b, "mbr, train", train, end.theta)
				decided(b, "mbr, test", test, end.theta)
			}
		})
	}
}

// divided returns the masks outside and inside a fold, set up for a loss.
func divided(t testing.TB, fold int, named string) (train, test *descent) {
	all := grabcut(t, "")
	all.Loss = learnertest.Loss(named)
	var parts [2][]sp.Instance
	for i, x := range all.Train {
		part := 0
		if i%5 == fold {
			part = 1
		}
		parts[part] = append(parts[part], x)
	}
	var fits [2]*descent
	for i, part := range parts {
		one := *all
		one.Train = part
		fits[i] = must(newDescent(defaults(), &one, baseNone))(t)
		fits[i].begin()
	}
	return fits[0], fits[1]
}

// descend returns the θ of a descent and its end.
func descend(t testing.TB, on *descent, l Skeleton) (path [][]float64, end *evaluated) {
	l.Width, l.Draws = defaults().Width, 20
	f := must(newDescent(&l, on.task, baseNone))(t)
	for f.begin(); f.iteration < l.Iterations; path = append(path, f.theta) {
		if err := f.step(); errors.Is(err, learner.ErrConverged) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return path, f.shown()
}

// expected returns the exact expected loss at theta.
func expected(t testing.TB, on *descent, theta []float64) float64 {
	at := must(on.evaluate(theta))(t)
	return at.risk
}

// decided logs the mean loss of decisions by eight seeds of their samples at a fixed θ, and the least
// and the greatest. This does not include variation by the seed of the fit.
func decided(t testing.TB, label string, on *descent, theta []float64) {
	const seeds = 8
	all, least, greatest := 0.0, math.Inf(1), math.Inf(-1)
	for seed := range uint64(seeds) {
		mean := 0.0
		for _, e := range on.energies {
			need(t, e.visit(on.task))
			d := must(draw(e, boxAt(theta, 1), defaultMBR().Draws, seed+1))(t)
			mean += on.task.Loss.Value(e.x, e.x.Gold,
				leastRisk(e.x, on.task.Loss, d, false)) / float64(len(on.task.Train))
		}
		all, least, greatest = all+mean/seeds, min(least, mean), max(greatest, mean)
	}
	t.Logf("%s: %.3f, by eight seeds of its samples from %.3f to %.3f", label, all, least, greatest)
}

// The two readings of least risk, on three labelings of two pixels and a loss that is not
// symmetric: its truth's boundary counts.
func TestLeastRiskReadings(t *testing.T) {
	in := input(masks(10, 2, 6, 7), three, "boundary-count")
	x, loss := &task(in).Train[0], task(in).Loss
	n := x.N()
	half, empty, full := make([]int32, n), make([]int32, n), make([]int32, n)
	for v := range n {
		full[v] = 1
		if v < n/2 {
			half[v] = 1
		}
	}
	d := &skeleton.Distribution{Labels: [][]int32{half, empty, full}, Weights: []float64{0.6, 0.3, 0.1}}
	for _, literal := range []bool{false, true} {
		best, least := -1, math.Inf(1)
		for i := range d.Labels {
			risk := 0.0
			for j, weight := range d.Weights {
				truth, decision := d.Labels[j], d.Labels[i]
				if literal {
					truth, decision = decision, truth
				}
				risk += weight * loss.Value(x, truth, decision)
			}
			if risk < least {
				best, least = i, risk
			}
		}
		if want := map[bool]int{false: 0, true: 1}[literal]; best != want {
			t.Fatalf("literal %v: the example has labeling %d", literal, best)
		}
		if got := leastRisk(x, loss, d, literal); !slices.Equal(got, d.Labels[best]) {
			t.Errorf("literal %v: %v, want %v", literal, got, d.Labels[best])
		}
	}
}

// must returns v, or ends the test.
func must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		need(t, err)
		return v
	}
}

// need ends the test after an error.
func need(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
