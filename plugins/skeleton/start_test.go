package skeleton

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// starting returns a fit of the boundary loss before its first step.
func starting(t *testing.T, starts, iterations int) *descent {
	l := defaults()
	l.Starts, l.Iterations, l.Step = starts, iterations, 1
	f := must(newDescent(l, task(input(masks(5, 3, 16, 16), three, "boundary-count")), baseNone))(t)
	f.begin()
	return f
}

// Descents have equal shares of the remaining iterations. The first begins at 0, and each has a
// first step of the given length. At the end the best one resumes. The reported θ is the best
// visited.
func TestStarts(t *testing.T) {
	const starts, iterations = 4, 30
	f := starting(t, starts, iterations)
	least, at := math.Inf(1), []float64(nil)
	visited, last := make([]int, starts+1), make([]evaluated, starts)
	steps := 0
	for range iterations {
		before, number := f.theta, f.number
		advance(t, f, 1)
		visited[f.number]++
		switch n := visited[f.number]; {
		case n == 1 && f.number == starts:
			if left := last[f.leader]; distance(f.theta, f.stepped(left, f.scale)) > 1e-12 ||
				slices.Equal(f.theta, left.theta) {
				t.Errorf("the best continues from %v to %v", last[f.leader].theta, f.theta)
			}
		case n == 1 && (f.number > 0 && !slices.Equal(f.theta, f.start(f.number)) ||
			f.number == 0 && !slices.Equal(f.theta, make([]float64, 3))):
			t.Errorf("descent %d begins at %v", f.number, f.theta)
		case n == 2 && f.number == number && f.number < starts:
			if steps++; math.Abs(distance(f.theta, before)-1) > 1e-12 {
				t.Errorf("the first step of descent %d goes from %v to %v", f.number, before,
					f.theta)
			}
		}
		if f.number < starts {
			last[f.number] = f.evaluated
		}
		if f.risk < least {
			least, at = f.risk, f.theta
		}
	}
	left := iterations
	for number, n := range visited {
		if share := left / (starts + 1 - number); n > share || n < share && number == starts {
			t.Errorf("descent %d has %d of %d iterations left; all: %v", number, n, left, visited)
		}
		left -= n
	}
	c := f.checkpoint()
	shown := []float64{c.Values["theta-1"], c.Values["theta-2"], c.Values["theta-3"]}
	if steps < 2 || c.Values["expected-loss"] != least || c.Values[sp.ValueObjective] != least ||
		!slices.Equal(shown, at) {
		t.Errorf("after %d first steps %v is shown, the best is %v at %v", steps, c.Values, least,
			at)
	}
}

// stepped returns θ after a step from there.
func (f *descent) stepped(from evaluated, scale float64) []float64 {
	theta := slices.Clone(from.theta)
	for i, g := range from.grad {
		if theta[i] -= scale * g; f.of.nonNegative[i] {
			theta[i] = max(theta[i], 0)
		}
	}
	return theta
}

// distance returns the largest difference of a parameter; 0 if b is empty.
func distance(a, b []float64) (most float64) {
	for i := range b {
		most = max(most, math.Abs(a[i]-b[i]))
	}
	return most
}

// A fit of several descents converged if its reported θ has a gradient of 0. It is not enough that
// the last descent has, or that the best one moved from a θ of less loss to such a θ. A descent cut
// at its share is resumed.
func TestEndOfSeveral(t *testing.T) {
	flat := func(risk float64) evaluated {
		return evaluated{theta: []float64{risk, 0, 0}, grad: make([]float64, 3), risk: risk}
	}
	cut := evaluated{theta: []float64{1, 0.5, 0.5}, grad: []float64{1, 0, 0}, risk: 2}
	for name, test := range map[string]struct {
		now, best evaluated
		leader    int
		left      left
		want      error
	}{
		"the last is the best": {now: flat(1), best: flat(1), leader: 1,
			want: learner.ErrConverged},
		"the best ended before": {now: flat(3), best: flat(1),
			left: left{flat(1), 1, learner.ErrConverged}, want: learner.ErrConverged},
		"the best was cut":    {now: flat(3), best: cut, left: left{cut, 1, nil}},
		"the best left its θ": {now: flat(3), best: cut, leader: 1, want: sp.ErrLimit},
		"the best was left by one ended": {now: flat(3), best: cut,
			left: left{flat(4), 1, learner.ErrConverged}, want: sp.ErrLimit},
	} {
		f := starting(t, 2, 30)
		f.number, f.iteration, f.until, f.side = 1, 12, 21, make([]float64, 3)
		f.evaluated, f.best, f.leader, f.left = test.now, test.best, test.leader, test.left
		if err := f.step(); !errors.Is(err, test.want) || test.want == nil && !slices.Equal(f.theta,
			[]float64{0, 0.5, 0.5}) {
			t.Errorf("%s: at %v: %v, want %v", name, f.theta, err, test.want)
		}
	}
}

// The least of noisy expected losses is not that of the best θ.
func TestStartsOfSamples(t *testing.T) {
	l := defaults()
	l.Starts, l.Gradient = 2, gradientSampling
	_, _, err := learnertest.Try(t, l, input(masks(5, 1, 6, 6), three, "hamming"))
	if err == nil || !strings.Contains(err.Error(), "set starts to 1, or gradient to faces") {
		t.Error(err)
	}
}
