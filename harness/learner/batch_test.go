package learner_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// work is an artificial method for an instance: calls of all kinds, by their answers, and one
// refused call.
func work(t *sp.Task, i int) error {
	x := &t.Train[i]
	if i%3 == 2 {
		if err := first(t.Visit(), t.Sweep); err != nil {
			return err
		}
	}
	s, p, err := asked(t, x)
	if err != nil {
		return err
	}
	y := make([]int32, x.N())
	for range i % 4 {
		if _, err := s.MAP(y, p); err != nil {
			return err
		}
		if y[0] != 0 { // more calls, depending on the answer
			if err := t.Sweep(); err != nil {
				return err
			}
		}
		if c, ok := s.(sp.Clamper); ok {
			if _, err := c.Clamped(y, 0, 1); err != nil {
				return err
			}
		}
	}
	forest, err := sp.NewForest(make([]bool, x.N()), x.Edges)
	if err != nil {
		return err
	}
	if _, err := s.(sp.Conditioner).Conditional(nil, p, forest, y); err != nil {
		return err
	}
	if _, err := s.Marginals(nil, p); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// grid returns a grid of rows × columns with k labels. With three labels, 14 × 14 is too wide for
// an exact oracle.
func grid(id string, side, k int) sp.Instance {
	x := graph(id, side*side, sp.GridEdges(side, side))
	x.K = k
	return x
}

// first returns err, or else what next does.
func first(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

// TestBatchCountsAsOneThread checks that calls of workers end the fit at the same call as on one
// thread.
func TestBatchCountsAsOneThread(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	alone := func(t *sp.Task) error {
		for i := range t.Train {
			if err := work(t, i); err != nil {
				return err
			}
		}
		return nil
	}
	batch := func(t *sp.Task) error {
		run := t.Batch(func(t *sp.Task) (do, take func(i int) error) {
			return func(i int) error { return work(t, i) }, func(int) error { return nil }
		})
		for range 2 {
			if err := run(len(t.Train)); err != nil {
				return err
			}
		}
		return alone(t) // a solver asked for later starts another visit
	}
	same := func(in learner.Input) {
		t.Helper()
		thrice := func(t *sp.Task) error {
			return first(alone(t), func() error {
				return first(alone(t),
					func() error { return alone(t) })
			})
		}
		if is, want := ending(t, in, batch), ending(t, in, thrice); is != want {
			t.Fatalf("%+v: in batches %s, alone %s", in.Budget, is, want)
		}
	}
	in := input(t)
	in.Train = append(in.Train, grid("grid", 30, 2))
	for _, in.Oracle = range []sp.Spec{{},
		{Name: "gibbs", Args: []byte(`{"burn-in":1,"sweeps":2}`)}} {
		for _, n := range []int64{1, 2, 7, 20, 41} {
			for _, in.Budget = range []sp.Budget{{Calls: n}, {Visits: n}, {Sweeps: n}, {MAP: n},
				{Clamped: n}, {Marginals: n}, {Conditional: n}} {
				same(in)
			}
		}
	}
	in.Oracle = sp.Spec{Name: "lbp", Args: []byte(`{"sweeps":2,"tolerance":1e-9}`)}
	same(in)
}

// ending returns the end of a fit that runs this function.
func ending(t *testing.T, in learner.Input, do func(*sp.Task) error) string {
	t.Helper()
	warnings := ""
	in.Warn = func(w string) { warnings += "; " + w }
	_, done, err := fit(t, in, after(do))
	return fmt.Sprint(done.Counts, done.End, err, warnings)
}

// TestBatchNoise checks that noise of items that were done but not taken is drawn again. An item
// before them ends the batch.
func TestBatchNoise(t *testing.T) {
	in := input(t)
	in.Oracle = sp.Spec{Name: "gibbs", Args: []byte(`{"burn-in":1,"sweeps":2}`)}
	on := func(threads int) (drawn []int32) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		ending(t, in, func(t *sp.Task) error {
			ahead := make(chan bool, 1)
			err := t.Batch(func(t *sp.Task) (do, take func(i int) error) {
				do = func(i int) error {
					if i > 0 {
						_, err := maximum(t, &t.Train[i])
						ahead <- true
						return err
					}
					if threads > 1 {
						<-ahead
					}
					return errors.New("the first item ends the batch")
				}
				return do, func(int) error { return nil }
			})(2)
			for i := range t.Train[1:] {
				y, failed := maximum(t, &t.Train[i+1])
				drawn, err = append(drawn, y...), errors.Join(err, failed)
			}
			return err
		})
		return drawn
	}
	if one, two := on(1), on(2); !slices.Equal(one, two) || len(one) == 0 {
		t.Errorf("one thread draws %v, two draw %v", one, two)
	}
}
