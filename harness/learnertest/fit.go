package learnertest

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Linear returns the linear feature map for instances like x.
func Linear(args string, x *sp.Instance) sp.FeatureMap {
	return must(feature.New("linear", []byte(args), feature.DimsOf(x)))
}

// Loss returns the loss of that name.
func Loss(name string) sp.Loss { return must(loss.New(name, nil)) }

// Input returns the input of a fit to xs with seed 1 and a linear feature map.
func Input(xs []sp.Instance, args, loss string) learner.Input {
	return learner.Input{Train: xs, Map: Linear(args, &xs[0]), Loss: Loss(loss), Seed: 1}
}

// Try fits and returns all checkpoints. Without a loss it takes hamming.
func Try(t testing.TB, l learner.Learner, in learner.Input) (points []sp.Stamped, done sp.Done,
	err error) {
	if in.Loss == nil {
		in.Loss = Loss("hamming")
	}
	done, err = learner.Fit(t.Context(), l, in, func(s sp.Stamped) error {
		points = append(points, s)
		return nil
	})
	return points, done, err
}

// Fit is Try for a fit that must not fail.
func Fit(t testing.TB, l learner.Learner, in learner.Input) ([]sp.Stamped, sp.Done) {
	t.Helper()
	points, done, err := Try(t, l, in)
	if err != nil {
		t.Fatal(err)
	}
	return points, done
}

// Threads fails unless fits by each number of threads equal, to the bit, the fit by one thread. No
// fit may fail.
func Threads(t testing.TB, what string, l learner.Learner, in learner.Input, counts ...int) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	fit := func() ([]sp.Stamped, string) {
		points, done := Fit(t, l, in)
		for i := range points {
			points[i].Dual = nil // a function
		}
		return points, fmt.Sprint(len(points), done.Counts, done.End, len(done.Dual))
	}
	one, alone := fit()
	for _, n := range counts {
		runtime.GOMAXPROCS(n)
		if several, end := fit(); !reflect.DeepEqual(several, one) || end != alone {
			t.Fatalf("%s, %+v: %d threads: %s; one: %s", what, in.Budget, n, end, alone)
		}
	}
}
