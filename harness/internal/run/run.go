package run

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/run/fit"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/reuse"
	"github.com/spbench/spbench/harness/internal/run/score"
)

// Options of [Run].
type Options struct {
	Workers int         // fits at a time; 0: 1
	Rerun   bool        // make stale fits again
	Keep    bool        // keep stale fits, with a mark
	Retry   bool        // make failed fits again
	Observe func(Event) // called by one goroutine at a time; nil: events are dropped

	// Run folders whose fits are reused. From are named by the user, and may belong to others. An
	// unreadable folder in From is an error, in Others a note.
	From, Others []string

	SaveEvery time.Duration // interval of saved states; 0: [fit.SaveEvery]

	// Shipped is a run folder with shipped results, of all learners but the Strangers, by labels.
	// They are read as they are, and never made again. "": there are none.
	Shipped   string
	Strangers []string

	// With Lease, several processes share the run folder: each leases a fit in the store before it
	// begins. A process rescores and marks finished fits only if they are Mine; nil: all.
	Lease bool
	Mine  func(*plan.Fit) bool

	Marginals bool // store the marginals of predictions, too

	Declare func() error // called before the first fit; nil: not called
}

// A Summary counts the fits of a run.
type Summary struct {
	Fits, Before, Failed int // planned; finished by earlier runs; failed, among all
	Fitted               int // made by this run; rows that differ only in their labels share one
}

// A runner is a run under way.
type runner struct {
	*plan.Plan
	Options
	store   *record.Store
	session *fit.Session
	rules   reuse.Rules

	imported map[string]bool // keys of fits from other run folders
	ended    map[string]bool // keys of recorded fits, without need for a saved state

	mu      sync.Mutex
	leases  leases
	rows    map[string]int // planned fits, by key
	summary Summary
	done    int
}

// Run makes the missing fits of a plan. It returns an error if ctx ends or the store cannot be
// written; finished fits are kept. A failing learner is not an error: the summary counts
// it. If stale fits are found and neither Rerun nor Keep is set, the error is [reuse.ErrChanged].
func Run(ctx context.Context, p *plan.Plan, store *record.Store, o Options) (Summary, error) {
	o.Workers = max(o.Workers, 1)
	if o.SaveEvery == 0 {
		o.SaveEvery = fit.SaveEvery
	}
	r := newRunner(p, store, o)
	var err error
	r.Others, err = reuse.OwnFolders(store.Dir(), o.From, o.Others, r.note)
	if err == nil {
		err = errors.Join(r.run(ctx), r.releaseLeases())
	}
	if err != nil {
		return r.summary, fmt.Errorf("run: %w", err)
	}
	return r.summary, nil
}

func newRunner(p *plan.Plan, store *record.Store, o Options) *runner {
	r := &runner{
		Plan: p, Options: o, store: store,
		rules:  reuse.Rules{Store: store, Retry: o.Retry, Marginals: o.Marginals},
		leases: leases{held: map[string]bool{}, elsewhere: map[string]bool{}},
		rows:   map[string]int{},
	}
	for _, f := range p.Fits {
		r.rows[f.Key]++
	}
	r.session = &fit.Session{
		Plan: p, Store: store, Parallel: o.Workers > 1, Retry: o.Retry, Marginals: o.Marginals,
		SaveEvery: o.SaveEvery, Note: r.note,
		Progress: func(f *plan.Fit, passes float64, trial int) {
			r.observe(Event{Kind: Progress, Fit: f, Passes: passes, Trial: trial})
		},
	}
	return r
}

// run makes the remaining fits of the plan, and fits released by other processes.
func (r *runner) run(ctx context.Context) error {
	r.summary.Fits = len(r.Fits)
	jobs, err := r.schedule()
	if err == nil {
		err = r.dropStates()
	}
	if err != nil || len(jobs) == 0 {
		return err
	}
	if r.Weaker != nil {
		r.note(fmt.Sprintf("learners run in the sandbox %s: %v", r.Host.Sandbox.Kind, r.Weaker))
	}
	for err == nil && len(jobs) > 0 {
		if err = r.work(ctx, jobs); err == nil {
			jobs, err = r.released(jobs)
		}
	}
	if err != nil {
		return err
	}
	return r.checkRecords()
}

// work does jobs, one per worker at a time.
func (r *runner) work(ctx context.Context, jobs []job) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan job)
	var workers sync.WaitGroup
	for w := range r.Workers {
		workers.Go(func() {
			for j := range queue {
				if err := r.do(ctx, w, j); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, j := range jobs {
		select {
		case queue <- j:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(queue)
	workers.Wait()
	return context.Cause(ctx)
}

// do does a job and stores the records. An error is of the store or of this machine.
func (r *runner) do(ctx context.Context, worker int, j job) error {
	from := j.from
	for _, f := range j.fits {
		if ctx.Err() != nil {
			return nil
		}
		if from == nil {
			if mine, err := r.lease(f.Key); err != nil || !mine { // the fits of a job share a key
				return err
			}
		}
		r.observe(Event{Kind: Started, Fit: f})
		rec, err := r.record(ctx, f, from)
		// of these data, also for a reused fit
		rec.Train, rec.Groups, rec.GroupsFile = f.TrainingIDs(), f.TestGroups(), ""
		switch {
		case ctx.Err() != nil:
			return nil // interrupted: the fit is not recorded
		case errors.Is(err, host.ErrHost):
			return fmt.Errorf("%s: %w\nhint: run again after that: finished fits are kept", f, err)
		case err != nil:
			return err
		}
		if err := r.store.Append(worker, rec); err != nil {
			return err
		}
		if rec.Outcome.Kind != record.Crash { // a retry resumes from the state
			if err := resume.Drop(r.store.Dir(), f.Key); err != nil {
				return err
			}
		}
		r.finished(&rec)
		r.observe(Event{Kind: Finished, Fit: f, Record: &rec})
		from = &rec
	}
	return nil
}

// finished notes that a record was written.
func (r *runner) finished(rec *record.Fit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.leases.held, rec.Key)
	r.done++
	if failed(rec) {
		r.summary.Failed++
	}
}

// record returns the record of f: from an old one of the same fit, or else by fitting.
func (r *runner) record(
	ctx context.Context, f *plan.Fit, old *record.Fit,
) (record.Fit, error) {
	if old != nil {
		rec, complete := r.rules.Relabel(f, old)
		if !complete {
			return r.rescore(ctx, f, old)
		}
		return rec, nil
	}
	rec, err := r.session.Make(ctx, f)
	// Another learner may have filled the disk. It may still be writing after its end, and the next
	// learner may do the same: each worker gets several tries.
	const most = 10
	for range most * r.Workers {
		if !errors.Is(err, host.ErrHost) || ctx.Err() != nil || !host.Reclaim() {
			break
		}
		rec, err = r.session.Make(ctx, f)
	}
	r.mu.Lock()
	r.summary.Fitted++
	r.mu.Unlock()
	return rec, err
}

// failed reports whether a fit, or a row of it, lacks a result without having been skipped.
func failed(f *record.Fit) bool {
	failed := !f.Outcome.Good() && f.Outcome.Kind != record.Skipped
	for i := range f.Rows {
		kind := f.Rows[i].Outcome.Kind
		failed = failed || score.CommandFailed(&f.Rows[i])
		failed = failed || kind != record.OK && kind != record.Budget && kind != record.Skipped
	}
	return failed
}

// observe passes an event on, one at a time.
func (r *runner) observe(e Event) {
	if r.Observe == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	e.Done, e.Total = r.done, r.summary.Fits
	r.Observe(e)
}

func (r *runner) note(text string) { r.observe(Event{Kind: Note, Text: text}) }
