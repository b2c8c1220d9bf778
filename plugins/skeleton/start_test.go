package main

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
)

// starting returns the state of a fit of the loss on boundaries once that many values of θ were visited.
func starting(t *testing.T, starts, iterations int) *descent {
	l := defaults()
	l.Starts, l.Step = starts, 1
	f := newDescent(l, task(input(t, masks(5, 3, 16, 16), three, "boundary-count")))
	f.begin()
	for range iterations {
		if err := f.step(); errors.Is(err, learner.ErrConverged) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// The descent begins at the best of its starts, the first of which is 0, with a first step of the length that was asked for.
func TestStartIsTheBest(t *testing.T) {
	const starts = 12
	f := starting(t, starts, starts)
	least, at := math.Inf(1), []float64(nil)
	for i := range starts {
		theta := make([]float64, 3)
		if i > 0 {
			theta = f.start(i)
		}
		e, err := f.evaluate(theta)
		if err != nil {
			t.Fatal(err)
		}
		if e.risk < least {
			least, at = e.risk, theta
		}
	}
	if f.risk != least || !slices.Equal(f.theta, at) || f.searching() {
		t.Errorf("it begins at %v with %v, the best start is %v with %v", f.theta, f.risk, at, least)
	}
	if err := f.step(); err != nil {
		t.Fatal(err)
	}
	most := 0.0
	for i, v := range f.theta {
		most = max(most, math.Abs(v-at[i]))
	}
	if math.Abs(most-1) > 1e-12 {
		t.Errorf("the first step leads from %v to %v", at, f.theta)
	}
}

// The expected loss is not convex: a descent from 0 ends above what one from elsewhere finds.
func TestStartsFindLess(t *testing.T) {
	const iterations = 40
	one, many := starting(t, 1, iterations), starting(t, 20, iterations)
	t.Logf("from 0: %v at %v; of 20 starts: %v at %v", one.risk, one.theta, many.risk, many.theta)
	if many.risk > 0.9*one.risk {
		t.Errorf("the expected loss is %v at %v, from the best of 20 starts %v at %v", one.risk, one.theta, many.risk, many.theta)
	}
}

// Strengths begin at 0 or above, other weights on both sides; not two starts are the same, and they depend on the seed.
func TestStartsAreSpread(t *testing.T) {
	f := descending(t, defaults(), masks(5, 1, 4, 4))
	low, high := []float64{9, 9, 9}, []float64{-9, -9, -9}
	for i := range 200 {
		for j, v := range f.start(i) {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	for j, least := range []float64{-8, 0, 0} {
		if low[j] < least || low[j] > least+0.5 || high[j] > 8 || high[j] < 7.5 {
			t.Errorf("parameter %d begins in [%v, %v]", j, low[j], high[j])
		}
	}
	other := f.start(1)
	if f.task.Seed++; slices.Equal(f.start(1), other) {
		t.Error("another seed has the same starts")
	}
}
