package ssvm

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// graphTests are the supervised problems on graphs for the tests below.
var graphTests = []struct {
	name, args, loss string
	rows, columns    int
	apart            bool // neighbours disagree: strengths stay at 0
}{
	{"weighted", `{"pairs":"potts"}`, "weighted-hamming", 3, 4, false},
	{"reference", `{"pairs":"potts","reference":true}`, "weighted-hamming", 4, 3, false},
	{"count", `{"pairs":"potts"}`, "hamming-count", 3, 4, false},
	{"apart", `{"pairs":"potts"}`, "weighted-hamming", 3, 4, true},
}

func graphInput(t testing.TB, i, n int) learner.Input {
	t.Helper()
	test := graphTests[i]
	xs := planar(uint64(i), n, test.rows, test.columns, 5)
	xs[3].Weight, xs[5].Weight = 2.5, 0.5
	if test.apart {
		for i := range xs {
			for d := range xs[i].Gold {
				xs[i].Gold[d] = int32((d/test.columns + d%test.columns) % 2)
			}
		}
	}
	in := learnertest.Input(xs, test.args, test.loss)
	return in
}

// On planar graphs, by cuts, every solver finds the minimum: the pairwise dual one to 3e-4 by its
// own bound, the others to 3e-3 of that. All queries to the cut are submodular, and no bound
// exceeds the minimum.
func TestSolversAgreeOnGraphs(t *testing.T) {
	learnertest.SkipSlow(t)
	const lambda = 0.1
	for i, test := range graphTests {
		t.Run(test.name, func(t *testing.T) {
			in := graphInput(t, i, 20)
			best := *newLearner().(*SSVM)
			best.Solver, best.Lambda, best.Passes, best.Average = solverGap, lambda, 3000, false
			last := fitOnCuts(t, &best, in)
			f, bound := primal(t, in, lambda, last.Weights), last.Values[sp.ValueBound]
			if f < bound || f > bound*(1+3e-4) {
				t.Fatalf("the minimum is only known to be in [%v, %v]", bound, f)
			}
			bounded := last.Weights[in.Map.NonNegative()[0]:]
			if test.apart != (floats.Max(bounded) == 0) {
				t.Errorf("strengths %v", bounded)
			}
			for _, l := range allSolvers() {
				if l.Solver == solverPerceptron {
					continue
				}
				l.Lambda, l.Passes = lambda, 3000
				last := fitOnCuts(t, &l, in)
				got, claim := primal(t, in, lambda, last.Weights), last.Values[sp.ValueBound]
				t.Logf("%-22s F %.7f, %.1e above the minimum; bound %.7f", l.Solver, got, got/f-1,
					claim)
				if got < bound*(1-1e-12) || got > f*(1+3e-3) || claim > f*(1+1e-12) {
					t.Errorf("%s: F = %v and bound %v, the minimum is %v", l.Solver, got, claim, f)
				}
			}
		})
	}
}

// fitOnCuts returns the last checkpoint of a fit with careful solvers.
func fitOnCuts(t testing.TB, l *SSVM, in learner.Input) (last sp.Checkpoint) {
	t.Helper()
	err := l.Fit(context.Background(), onCuts(t, in), func(c sp.Checkpoint) error {
		last = c
		return nil
	})
	if !errors.Is(err, sp.ErrLimit) {
		t.Fatal(err)
	}
	return last
}

// The minimum by a different method: projected L-BFGS on the objective with τ·log Σ exp(·/τ) for
// every maximum. It is at most τ·n·log 2 above the minimum for n variables.
func TestSmoothedObjectiveHasTheSameMinimum(t *testing.T) {
	learnertest.SkipSlow(t)
	const lambda, tau = 0.1, 5e-4
	for i, test := range graphTests {
		in := graphInput(t, i, 20)
		l := *newLearner().(*SSVM)
		l.Solver, l.Lambda, l.Passes, l.Average = solverGap, lambda, 1000, false
		last := fitOnCuts(t, &l, in)
		f, bound := primal(t, in, lambda, last.Weights), last.Values[sp.ValueBound]
		w := make([]float64, in.Map.Dim())
		var least float64
		for _, smooth := range []float64{0.1, 0.01, tau} {
			r, err := optim.Minimize(smoothed(t, in, lambda, smooth), w,
				optim.Options{NonNegative: in.Map.NonNegative(), FuncTol: func() float64 {
					return 1e-9
				}})
			if err != nil {
				t.Fatal(err)
			}
			least = r.F
		}
		excess := tau * float64(test.rows*test.columns) * math.Ln2
		sharp := primal(t, in, lambda, w)
		t.Logf("%s: minimum in [%.6f, %.6f]; smoothed %.6f, without smoothing %.6f",
			test.name, bound, f, least, sharp)
		if least < bound || least > f+excess {
			t.Errorf("%s: the minimum of the smoothed objective is %v, want [%v, %v]", test.name,
				least, bound, f+excess)
		}
		if sharp < bound || sharp > f*(1+1e-3) {
			t.Errorf("%s: its minimiser has F = %v, want [%v, %v]", test.name, sharp, bound, f)
		}
	}
}

// smoothed is F with a softmax of temperature tau for every maximum.
func smoothed(t *testing.T, in learner.Input, lambda, tau float64) optim.Func {
	solver := oracle.NewElimination()
	var p sp.Potentials
	var mu sp.Marginals
	return func(w, grad []float64) (float64, error) {
		floats.ScaleTo(grad, lambda, w)
		f, total := lambda/2*floats.Dot(w, w), 0.0
		for i := range in.Train {
			total += in.Train[i].Weight
		}
		for i := range in.Train {
			x := &in.Train[i]
			in.Map.Potentials(&p, w, x)
			gold := p.Score(x.Gold)
			costs := make([]float64, len(p.Node))
			in.Loss.(sp.NodeLoss).Costs(costs, x, nil)
			floats.Add(p.Node, costs)
			floats.Scale(1/tau, p.Node)
			floats.Scale(1/tau, p.Pair.Potts)
			logZ, err := solver.Marginals(&mu, &p)
			if err != nil {
				return 0, err
			}
			f += x.Weight / total * (tau*logZ - gold)
			in.Map.AddMean(grad, x.Weight/total, x, &mu)
			in.Map.Add(grad, -x.Weight/total, x, x.Gold)
		}
		return f, nil
	}
}

// On larger graphs, through the metered oracles of a fit, the gap is never negative. After 256
// passes it is below the bound; with pairwise steps it is 1 % of it.
func TestGapOnLargerGraphs(t *testing.T) {
	learnertest.SkipSlow(t)
	for s, l := range allSolvers()[:2] {
		in := learnertest.Input(planar(8, 15, 6, 6, 5), `{"pairs":"potts"}`, "weighted-hamming")
		in.Schedule = sp.Schedule{First: 1, Factor: 2}
		l.Lambda, l.Passes = 0.1, 256
		gap, bound := 0.0, 0.0
		var o sp.Objective
		done, err := learner.Fit(t.Context(), &l, in, func(c sp.Stamped) error {
			o = *c.Objective
			f, err := learnertest.Objective(o, c.Weights, in.Train, in.Map, in.Loss)
			if err != nil {
				t.Fatal(err)
			}
			bound = c.Values[sp.ValueBound]
			if gap = f - bound; gap < 0 {
				t.Errorf("%s: gap %v after %d calls", l.Solver, gap, c.Counts.Calls())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if d := learnertest.DualBound(o, done.Dual, in.Train, in.Map,
			in.Loss); math.Abs(d-bound) > 1e-12 {
			t.Errorf("%s: bound %v, by the dual variables %v", l.Solver, bound, d)
		}
		t.Logf("%s: gap %.2e at bound %.5f", l.Solver, gap, bound)
		if gap > []float64{1, 0.01}[s]*bound {
			t.Errorf("%s: gap %v at bound %v", l.Solver, gap, bound)
		}
	}
}
