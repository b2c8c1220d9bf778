package ssvm

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// partlyLabelled returns eight labelled images and six others. Every third has no known
// label. The rest have unknown labels inside of a box, and some have a few variables with one
// candidate.
func partlyLabelled(t testing.TB) learner.Input {
	t.Helper()
	xs := planar(t, 12, 14, 3, 4)
	xs[3].Weight, xs[10].Weight = 2.5, 0.5
	in := learnertest.Input(xs, `{"pairs":"potts"}`, "weighted-hamming")
	in.Train, in.Partial = xs[:8], xs[8:]
	r := pcg(1, 1)
	for i := range in.Partial {
		x := &in.Partial[i]
		x.Gold, x.Allowed = slices.Clone(x.Gold), make([][]int32, x.N())
		for d := range x.Gold {
			if i%3 == 0 || d%4 < 2 {
				x.Gold[d] = sp.Unknown
			}
			if i%3 == 1 && r.IntN(4) == 0 {
				x.Allowed[d] = []int32{r.Int32N(2)}
			}
		}
	}
	return in
}

// agrees reports whether labeling y agrees with the known labels of x.
func agrees(x *sp.Instance, y []int32) bool {
	for d, k := range y {
		switch {
		case x.Gold[d] != sp.Unknown:
			if k != x.Gold[d] {
				return false
			}
		case x.Allowed != nil && x.Allowed[d] != nil && !slices.Contains(x.Allowed[d], k):
			return false
		}
	}
	return true
}

// Imputed labels are the best of all labelings that agree with the known labels, by enumeration.
// Apart from weights, nothing else of the task changes.
func TestImputeAgainstEnumeration(t *testing.T) {
	in := partlyLabelled(t)
	w := make([]float64, in.Map.Dim())
	for j := range w {
		w[j] = math.Abs(math.Sin(float64(j + 1)))
	}
	before := slices.Clone(in.Partial)
	whole := must(imputed(onCuts(t, in), w, 0.3))(t)
	if len(whole.Train) != 14 || len(whole.Partial) != 0 {
		t.Fatalf("%d and %d instances", len(whole.Train), len(whole.Partial))
	}
	for i, x := range whole.Train {
		if i < 8 {
			if x.Weight != in.Train[i].Weight || &x.Gold[0] != &in.Train[i].Gold[0] {
				t.Errorf("labelled instance %d has changed", i)
			}
			continue
		}
		from := &in.Partial[i-8]
		var p sp.Potentials
		in.Map.Potentials(&p, w, &x)
		best, y := math.Inf(-1), make([]int32, x.N())
		for code := range 1 << x.N() {
			for d := range y {
				y[d] = int32(code >> d & 1)
			}
			if agrees(from, y) {
				best = max(best, p.Score(y))
			}
		}
		if !agrees(from, x.Gold) || math.Abs(p.Score(x.Gold)-best) > 1e-9 || x.Allowed != nil ||
			x.Check() != nil {
			t.Errorf("instance %d: %v has score %v, the best is %v", i, x.Gold, p.Score(x.Gold),
				best)
		}
		if x.Weight != 0.3*from.Weight || !slices.Equal(from.Gold, before[i-8].Gold) {
			t.Errorf("instance %d: weight %v, or its original has changed", i, x.Weight)
		}
	}
}

// If the unknown labels are given after all, and κ is 1, the second stage has the minimum of a fit
// to all labels; for a different κ, the minimum under those weights. Every bound on the way is
// valid.
func TestKnownLabelsJoin(t *testing.T) {
	learnertest.SkipSlow(t)
	const lambda = 0.2
	for _, kappa := range []float64{1, 0.3} {
		xs := planar(t, 12, 14, 3, 4)
		in := learnertest.Input(xs, `{"pairs":"potts"}`, "weighted-hamming")
		whole := in
		whole.Train = slices.Clone(xs)
		for i := 8; i < 14; i++ {
			whole.Train[i].Weight = kappa
		}
		in.Train, in.Partial = xs[:8], xs[8:]
		best := *newLearner().(*SSVM)
		best.Solver, best.Lambda, best.Passes, best.Average = solverGap, lambda, 2000, false
		f := primal(t, whole, lambda, fitOnCuts(t, &best, whole).Weights)
		for _, l := range allSolvers() {
			l.Lambda, l.Passes, l.PartialPasses, l.Kappa = lambda, 10, 1200, kappa
			last := fitOnCuts(t, &l, in)
			if l.Solver == solverPerceptron {
				continue
			}
			got, bound := primal(t, whole, lambda, last.Weights), last.Values[sp.ValueBound]
			t.Logf("κ = %v: %-22s F %.6f, bound %.6f; the minimum %.6f", kappa, l.Solver, got,
				bound, f)
			if math.Abs(got-f) > 0.01*f || bound > f*(1+1e-9) {
				t.Errorf("κ = %v: %s: F = %v and bound %v, the minimum is %v", kappa, l.Solver, got,
					bound, f)
			}
		}
	}
}

// When partial instances join, the dual state of the first stage stays valid: the weights are those
// of the atoms and the bound holds at once.
func TestExtendKeepsTheDual(t *testing.T) {
	in := partlyLabelled(t)
	for _, name := range []string{solverBCFW, solverGap} {
		l := *newLearner().(*SSVM)
		l.Solver, l.Lambda, l.Passes = name, 0.1, 1e6
		task := onCuts(t, in)
		m := must(l.method(task, nil))(t)
		for range 400 {
			need(t, m.step())
		}
		first := m.checkpoint()
		whole := must(imputed(task, first.Weights, 0.7))(t)
		m.extend(whole, math.MaxInt, first.Weights)
		b, _ := m.(*bcfw)
		if g, ok := m.(*gapBCFW); ok {
			b = g.bcfw
		}
		joined := in
		joined.Train = whole.Train
		checkAtoms(t, joined, b)
		bound, part := m.checkpoint().Values[sp.ValueBound], 9.5/(9.5+0.7*5.5)
		if before := first.Values[sp.ValueBound]; bound < part*before || bound <= 0 {
			t.Errorf("%s: the bound falls from %v to %v", name, before, bound)
		}
		for range 400 {
			need(t, m.step())
			if next := m.checkpoint().Values[sp.ValueBound]; next < bound-1e-12 {
				t.Fatalf("%s: the bound falls from %v to %v", name, bound, next)
			} else {
				bound = next
			}
		}
		checkAtoms(t, joined, b)
		if gap := primal(t, joined, 0.1, b.V) - bound; gap < 0 {
			t.Errorf("%s: gap %v", name, gap)
		}
	}
}

// Labels that contradict all candidates cannot be imputed.
func TestImpossibleLabels(t *testing.T) {
	in := partlyLabelled(t)
	l := newLearner().(*SSVM)
	l.Passes = 1
	w := make([]float64, in.Map.Dim())
	w[0] = math.Inf(-1)
	if _, err := impute(onCuts(t, in), w); err == nil {
		t.Error("non-finite potentials have a best labeling")
	}
	in.Train = nil
	if _, _, err := learnertest.Try(t, l, in); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("without labelled instances: %v, want ErrUnsupported", err)
	}
}

// imputed returns the task of the second stage.
func imputed(t *sp.Task, w []float64, kappa float64) (*sp.Task, error) {
	labels, err := impute(t, w)
	if err != nil {
		return nil, err
	}
	return relabelled(t, labels, kappa), nil
}

// CCCP ends at a fixed point: the labels under its result are those it learned from. No round raises
// the objective with the best labels for the unknown ones.
func TestImputations(t *testing.T) {
	in := partlyLabelled(t)
	const kappa = 2
	latent := func(w []float64) float64 {
		whole := must(imputed(onCuts(t, in), w, kappa))(t)
		all := in
		all.Train = whole.Train
		return primal(t, all, 0.05, w)
	}
	for _, l := range allSolvers()[:2] {
		before := math.Inf(1)
		var ends [][]float64
		for _, rounds := range []int{1, 2, 3, 30} {
			l.Lambda, l.Passes, l.PartialPasses, l.Kappa, l.Average = 0.05, 500, 500, kappa, l.Solver == solverBCFW
			l.Imputations = rounds
			w := fitOnCuts(t, &l, in).Weights
			f := latent(w)
			t.Logf("%s: %d rounds, F %.5f", l.Solver, rounds, f)
			if f > before*1.01 {
				t.Errorf("%s: F rises to %v in round %d, from %v", l.Solver, f, rounds, before)
			}
			before = f
			ends = append(ends, w)
		}
		l.Imputations = 31
		if w := fitOnCuts(t, &l, in).Weights; !slices.Equal(w, ends[3]) {
			t.Errorf("%s: still moves after 30 rounds", l.Solver)
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
