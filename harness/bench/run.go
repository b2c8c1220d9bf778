package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/spbench/spbench/harness/record"
)

// RunOptions say how a plan is run.
type RunOptions struct {
	Workers int         // fits at a time; 0: 1
	Rerun   bool        // fit again what another build of its learner did
	Keep    bool        // keep what another build of its learner did
	Retry   bool        // fit again what failed
	Observe func(Event) // told what happens, by one goroutine at a time; nil: no one
}

// A Summary counts what a run left behind.
type Summary struct {
	Fits, Before, Failed int // planned; done by earlier runs; not good, among all
}

// ErrChanged says that the store holds outcomes of other builds of the learners.
var ErrChanged = errors.New("learner has changed since these results were made")

// A run is a plan being carried out.
type run struct {
	*Plan
	RunOptions
	store *record.Store

	mu      sync.Mutex
	summary Summary
	done    int
}

// Run carries out what the store does not hold yet. It returns an error, with
// all that was finished kept, when ctx ends or the store cannot be written; a
// failing learner is an outcome, counted in the summary.
func (p *Plan) Run(ctx context.Context, store *record.Store, o RunOptions) (Summary, error) {
	r := &run{Plan: p, RunOptions: o, store: store}
	r.Workers = max(r.Workers, 1)
	r.summary.Fits = len(p.Fits)
	todo, err := r.todo()
	if err != nil {
		return r.summary, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan *Fit)
	var workers sync.WaitGroup
	for w := range r.Workers {
		workers.Go(func() {
			for f := range queue {
				if err := r.one(ctx, w, f); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, f := range todo {
		select {
		case queue <- f:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(queue)
	workers.Wait()
	if ctx.Err() != nil {
		return r.summary, fmt.Errorf("bench: run: %w", context.Cause(ctx))
	}
	return r.summary, nil
}

// todo returns the fits that the store does not hold, in order.
func (r *run) todo() ([]*Fit, error) {
	fits, warnings, err := r.store.Load()
	if err != nil {
		return nil, fmt.Errorf("bench: run: %w", err)
	}
	for _, w := range slices.Concat(r.store.Warnings(), warnings) {
		r.observe(Event{Kind: Note, Text: "warning: " + w})
	}
	byKey, bySlot := map[string]*record.Fit{}, map[string]*record.Fit{}
	for i := range fits {
		byKey[fits[i].Key] = &fits[i]
		bySlot[slot(fits[i].Identity)] = &fits[i]
	}
	var todo []*Fit
	changed := map[string]int{}
	for _, f := range r.Fits {
		old := byKey[f.Key]
		if old == nil && !r.Rerun {
			if old = bySlot[slot(f.Identity)]; old != nil {
				changed[f.Learner.Name]++
			}
		}
		switch {
		case old == nil, r.Retry && !old.Outcome.Good() && old.Outcome.Kind != record.Skipped:
			todo = append(todo, f)
		default:
			r.summary.Before++
			r.count(old)
		}
	}
	r.done = r.summary.Before
	return todo, r.changed(changed)
}

// changed reports learners whose build is not the one of the results at hand.
func (r *run) changed(fits map[string]int) error {
	if len(fits) == 0 {
		return nil
	}
	var names []string
	for name, n := range fits {
		names = append(names, fmt.Sprintf("%s (%d fits)", name, n))
	}
	slices.Sort(names)
	list := strings.Join(names, ", ")
	if r.Keep {
		r.observe(Event{Kind: Note, Text: "warning: keeping results of other builds of " + list})
		return nil
	}
	return fmt.Errorf("bench: run: %s: %w: -rerun fits them again, -keep leaves them as they are", list, ErrChanged)
}

// one runs a fit and stores its outcome. The error is of the store.
func (r *run) one(ctx context.Context, worker int, f *Fit) error {
	if ctx.Err() != nil {
		return nil
	}
	r.observe(Event{Kind: Started, Fit: f})
	rec, err := r.fit(ctx, f)
	if ctx.Err() != nil {
		return nil // interrupted: as if it had not begun
	}
	if err != nil {
		return fmt.Errorf("bench: run: %w", err)
	}
	rec.Times.Beside = r.Workers > 1
	rec.Times.Machine = machine()
	if err := r.store.Append(worker, rec); err != nil {
		return fmt.Errorf("bench: run: %w", err)
	}
	r.mu.Lock()
	r.done++
	r.count(&rec)
	r.mu.Unlock()
	r.observe(Event{Kind: Finished, Fit: f, Record: &rec})
	return nil
}

// count adds an outcome to the summary; r.mu is held or no worker runs.
func (r *run) count(f *record.Fit) {
	failed := !f.Outcome.Good() && f.Outcome.Kind != record.Skipped
	for i := range f.Rows {
		kind := f.Rows[i].Outcome.Kind
		failed = failed || kind != record.OK && kind != record.Budget && kind != record.Skipped
	}
	if failed {
		r.summary.Failed++
	}
}

// observe passes an event on, one at a time.
func (r *run) observe(e Event) {
	if r.Observe == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	e.Done, e.Total = r.done, r.summary.Fits
	r.Observe(e)
}
