package main

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// starting returns a fit of the loss on boundaries that has just begun.
func starting(t *testing.T, starts, iterations int) *descent {
	l := defaults()
	l.Starts, l.Iterations, l.Step = starts, iterations, 1
	f := newDescent(l, task(input(t, masks(5, 3, 16, 16), three, "boundary-count")))
	f.begin()
	return f
}

// Descents have the same share of the iterations, the first from 0, and a first step of the length that was asked for;
// what is shown is the best that any visited.
func TestStarts(t *testing.T) {
	const starts, share = 4, 3
	f := starting(t, starts, starts*share)
	least, at, before := math.Inf(1), []float64(nil), []float64(nil)
	for i := range starts * share {
		if err := f.step(); err != nil {
			t.Fatal(err)
		}
		begins := make([]float64, 3)
		if i >= share {
			begins = f.start(i / share)
		}
		if i%share == 0 && !slices.Equal(f.theta, begins) {
			t.Errorf("descent %d begins at %v, want %v", i/share, f.theta, begins)
		}
		if moved := distance(f.theta, before); i%share == 1 && moved != 0 && math.Abs(moved-1) > 1e-12 {
			t.Errorf("the first step of descent %d is %v long, from %v to %v", i/share, moved, before, f.theta)
		}
		if before = f.theta; f.risk < least {
			least, at = f.risk, f.theta
		}
	}
	c := f.checkpoint()
	shown := []float64{c.Values["theta-1"], c.Values["theta-2"], c.Values["theta-3"]}
	if f.iteration != starts*share || c.Values["expected-loss"] != least || c.Values[sp.ValueObjective] != least || !slices.Equal(shown, at) {
		t.Errorf("after %d iterations %v is shown, the best is %v at %v", f.iteration, c.Values, least, at)
	}
}

// distance returns the largest difference of a parameter; 0 where there is none to compare with.
func distance(a, b []float64) (most float64) {
	for i := range b {
		most = max(most, math.Abs(a[i]-b[i]))
	}
	return most
}

// The expected loss is not convex: a descent from 0 ends above what others find.
func TestStartsFindLess(t *testing.T) {
	var risk [2]float64
	for i, starts := range []int{1, 8} {
		f := starting(t, starts, 48)
		err := error(nil)
		for range f.Iterations {
			if err = f.step(); err != nil {
				break
			}
		}
		if err != nil && !errors.Is(err, learner.ErrConverged) {
			t.Fatal(err)
		}
		risk[i] = f.shown().risk
	}
	if risk[1] > 0.9*risk[0] {
		t.Errorf("the expected loss is %v from 0, %v from the best of 8 starts", risk[0], risk[1])
	}
}

// A descent that ends early leaves its iterations to those that follow; only the end of the last one ends the fit.
func TestDescentsThatEnd(t *testing.T) {
	f := starting(t, 3, 300)
	for number := range 3 {
		f.evaluated = evaluated{theta: []float64{100, 0, 0}, grad: make([]float64, 3)}
		f.number, f.side = number, make([]float64, 3)
		switch err := f.step(); {
		case number < 2 && (err != nil || f.number != number+1 || f.visited != 1 || !slices.Equal(f.theta, f.start(number+1))):
			t.Errorf("after the end of descent %d: number %d at %v: %v", number, f.number, f.theta, err)
		case number == 2 && !errors.Is(err, learner.ErrConverged):
			t.Errorf("after the end of the last: %v", err)
		}
	}
}

// More starts than iterations are not reached, and moments are matched from 0 whatever is said.
func TestStartsWithoutEffect(t *testing.T) {
	f := starting(t, 9, 2)
	for range f.Iterations {
		if err := f.step(); err != nil {
			t.Fatal(err)
		}
	}
	if f.number != 1 || !slices.Equal(f.theta, f.start(1)) {
		t.Errorf("after two iterations: start %d, at %v", f.number, f.theta)
	}
	f = starting(t, 9, 9)
	f.Objective = kindSkeletonPMAP
	for range 3 {
		if err := f.step(); err != nil {
			t.Fatal(err)
		}
	}
	if f.number != 0 || f.shown() != &f.evaluated {
		t.Errorf("moments are matched from start %d", f.number)
	}
}

// Strengths begin at 0 or above, other weights on the side that a descent from 0 leads to; starts depend on the seed.
func TestStartsAreSpread(t *testing.T) {
	f := descending(t, defaults(), masks(5, 1, 4, 4))
	for _, side := range []float64{-1, 1} {
		f.side = []float64{side, 1, -1}
		low, high := []float64{9, 9, 9}, []float64{-9, -9, -9}
		for i := range 200 {
			for j, v := range f.start(i) {
				low[j], high[j] = min(low[j], v), max(high[j], v)
			}
		}
		for j, least := range []float64{-4 * (1 + side), 0, 0} {
			if low[j] < least || low[j] > least+0.5 || high[j] > least+8 || high[j] < least+7.5 {
				t.Errorf("parameter %d begins in [%v, %v]", j, low[j], high[j])
			}
		}
	}
	other := f.start(1)
	if f.task.Seed++; slices.Equal(f.start(1), other) {
		t.Error("another seed has the same starts")
	}
}
