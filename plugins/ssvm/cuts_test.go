package ssvm

import (
	"context"
	"errors"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
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
	xs := planar(t, i, n, test.rows, test.columns)
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

// On images, by cuts, all queries are submodular too.
func TestSolversAgreeOnGraphs(t *testing.T) {
	learnertest.SkipSlow(t)
	for i, test := range graphTests {
		t.Run(test.name, func(t *testing.T) {
			in := graphInput(t, i, 20)
			last := agree(t, in, 0.1, 3000, 3000, 3e-4, 3e-3,
				func(l *SSVM) sp.Checkpoint { return fitOnCuts(t, l, in) })
			bounded := last.Weights[in.Map.NonNegative()[0]:]
			if test.apart != (floats.Max(bounded) == 0) {
				t.Errorf("strengths %v", bounded)
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
