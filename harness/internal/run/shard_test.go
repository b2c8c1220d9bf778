package run_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/reuse"
)

// shard returns the plan of a suite, and a shard of its run folder in results.
func (e *editor) shard(results, text, name string) (*plan.Plan, *record.Store) {
	e.t.Helper()
	planned := newPlan(e.t, e.t.TempDir(), text, plan.Options{})
	store := must(record.CreateShard(results, "run", planned.Text, name))(e.t)
	e.t.Cleanup(func() { _ = store.Close() })
	return planned, store
}

// left returns the number of planned fits left to do.
func left(t *testing.T, planned *plan.Plan, store *record.Store, o run.Options) map[string]bool {
	t.Helper()
	return must(run.Left(planned, store, o))(t)
}

// claimed returns a plan of four fits; another process has leased one.
func claimed(t *testing.T) (planned *plan.Plan, store *record.Store, foreign string) {
	t.Helper()
	planned, store = newEditor(t).shard(t.TempDir(), editedSuite, "1of2")
	foreign = planned.Fits[0].Key
	if !must(store.Leases().Take(foreign))(t) {
		t.Fatal("another process has it")
	}
	return planned, store, foreign
}

// takeOtherBuild copies fits from a folder and changes them, as if other sources had made them.
func takeOtherBuild(t *testing.T, store *record.Store, from string, fits []record.Fit) {
	t.Helper()
	check(t, store.CopyFiles(from, fits))
	for _, f := range fits {
		f.Identity = maps.Clone(f.Identity)
		f.Identity["build"] = "binary:" + strings.Repeat("0", 64)
		f.Key = record.Key(f.Identity)
		check(t, store.Append(0, f))
	}
}

// TestFitElsewhere: a fit leased by another process is left to it, and not counted as missing.
func TestFitElsewhere(t *testing.T) {
	t.Parallel()
	planned, store, foreign := claimed(t)
	n := len(planned.Fits)
	must(run.Run(context.Background(), planned, store, run.Options{Lease: true}))(t)
	fits := stored(t, store)
	if len(fits) == 0 || len(fits) >= n {
		t.Errorf("%d of %d fits", len(fits), n)
	}
	for _, f := range fits {
		if f.Key == foreign {
			t.Error("it was done twice")
		}
	}
	if keys := left(t, planned, store, run.Options{}); len(keys) != 1 || !keys[foreign] {
		t.Errorf("left %v", keys)
	}
	if mine, err := store.Leases().Take(fits[0].Key); mine || err != nil {
		t.Errorf("a fit that is done is to be had: %v, %v", mine, err)
	}
}

// TestLease: a process makes the fits without a lease, except those in other run folders. When
// interrupted, it releases the fits that it had begun, and only these.
func TestLease(t *testing.T) {
	t.Parallel()
	e := newEditor(t)
	_, _, before, other := e.run(strings.Replace(editedSuite, "seeds: 2", "seeds: 1", 1))
	results := t.TempDir()
	lease := func(ctx context.Context, observe func(run.Event)) (run.Summary, *record.Store, error) {
		planned, store := e.shard(results, editedSuite, "2of2")
		summary, err := run.Run(
			ctx, planned, store, run.Options{Lease: true, Others: []string{other}, Observe: observe},
		)
		return summary, store, errors.Join(err, store.Close())
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, store, err := lease(ctx, func(ev run.Event) {
		if ev.Kind == run.Started {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	done := func() (keys []string) {
		t.Helper()
		for _, f := range stored(t, store) {
			keys = append(keys, f.Key)
		}
		return slices.Sorted(slices.Values(keys))
	}
	if diff := cmp.Diff(done(), slices.Sorted(maps.Keys(must(store.Leases().All())(t)))); diff != "" {
		t.Errorf("claimed are others than done: %s", diff)
	}
	did, store, err := lease(context.Background(), nil)
	if n := len(before); err != nil || did.Fitted != 4-n || did.Fits != 4 || len(done()) != 4 {
		t.Errorf("of 4 fits, %d of which another folder has: %+v, %v", n, did, err)
	}
}

// TestReleased: a fit that another process leased and released is made.
func TestReleased(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	planned, store, foreign := claimed(t)
	did, err := run.Run(
		t.Context(),
		planned,
		store,
		run.Options{Lease: true, Observe: func(ev run.Event) {
			if ev.Kind == run.Finished {
				if err := store.Leases().Release(foreign); err != nil {
					t.Error(err)
				}
				foreign = "none"
			}
		}},
	)
	if err != nil || did.Fitted != 4 || did.Fits != 4 {
		t.Errorf("%+v, %v", did, err)
	}
}

// TestLeases: several processes at once make each fit once, including the last ones.
func TestLeases(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	e := newEditor(t)
	results, text := t.TempDir(), strings.Replace(editedSuite, "seeds: 2", "seeds: 4", 1)
	var processes sync.WaitGroup
	var did [3]run.Summary
	for i := range did {
		planned, store := e.shard(results, text, fmt.Sprintf("%dof3", i+1))
		processes.Go(func() {
			var err error
			if did[i], err = run.Run(t.Context(), planned, store, run.Options{Lease: true, Mine: planned.Shard(i, 3)}); err != nil {
				t.Error(err)
			}
		})
	}
	processes.Wait()
	if n := did[0].Fitted + did[1].Fitted + did[2].Fitted; n != 8 {
		t.Errorf("%d fits of 8: %+v", n, did)
	}
	before, fits := 0, 0
	for i := range did {
		planned, store := e.shard(results, text, fmt.Sprintf("again%d", i+1))
		again, err := run.Run(
			t.Context(), planned, store, run.Options{Lease: true, Mine: planned.Shard(i, 3)},
		)
		if err != nil || again.Fitted > 0 {
			t.Errorf("again: %+v, %v", again, err)
		}
		before, fits = before+again.Before, fits+again.Fits
	}
	if before != 8 || fits != 8 {
		t.Errorf("%d of %d fits were done before, want 8 of 8", before, fits)
	}
}

// TestLeft: stale fits are left to do until the user decides. Kept fits are not left.
func TestLeft(t *testing.T) {
	t.Parallel()
	e := newEditor(t)
	text := strings.Replace(editedSuite, "seeds: 2", "seeds: 1", 1)
	_, _, fits, from := e.run(text)
	planned, store := e.shard(t.TempDir(), text, "1of1")
	takeOtherBuild(t, store, from, fits)
	if _, err := run.Left(planned, store, run.Options{}); !errors.Is(err, reuse.ErrChanged) ||
		!strings.Contains(err.Error(), "-rerun fits them again") {
		t.Errorf("nobody has said what to do: %v", err)
	}
	if keys := left(t, planned, store, run.Options{Rerun: true}); len(keys) != 2 {
		t.Errorf("%d to be done again", len(keys))
	}
	keep := run.Options{Keep: true, Lease: true}
	if keys := left(t, planned, store, keep); len(keys) != 2 {
		t.Errorf("%d to be marked", len(keys))
	}
	if did, err := run.Run(context.Background(), planned, store, keep); err != nil ||
		did.Fitted > 0 {
		t.Errorf("%+v, %v", did, err)
	}
	if keys := left(t, planned, store, keep); len(keys) != 0 {
		t.Errorf("%d are left that were kept", len(keys))
	}
}
