package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
)

// RunOptions say how a plan is run.
type RunOptions struct {
	Workers int         // fits at a time; 0: 1
	Rerun   bool        // fit again what another build of its learner, or of spbench, did
	Keep    bool        // keep that, with a mark
	Retry   bool        // fit again what failed
	Observe func(Event) // told what happens, by one goroutine at a time; nil: no one

	// Fits that other run folders have are taken over where they are the same. What cannot be read of From is an
	// error, of Others a note.
	From, Others []string
	// Trust are run folders, or results folders, whose fits are reused though they belong to other users.
	Trust []string

	ReportEvery time.Duration // how often learners are to tell how far they are; 0: never
	SaveEvery   time.Duration // how often the state of a fit is saved, where its learner can; 0: [SaveEvery]

	// Lease says that several processes share the run folder: each claims a fit in the store before the fit begins. Of
	// finished fits, a process marks and scores those that are Mine; nil: all.
	Lease bool
	Mine  func(*Fit) bool

	Marginals bool // keep those of predictions too, beside the labels
}

// A Summary counts what a run left behind.
type Summary struct {
	Fits, Before, Failed int // planned; done by earlier runs; not good, among all
	Fitted               int // by this run; rows that are equal but for their labels share one
}

// ErrChanged says that the store holds outcomes of other builds of the learners, or
// of spbench itself.
var ErrChanged = errors.New("changed since these results were made")

// A run is a plan being carried out.
type run struct {
	*Plan
	RunOptions
	store *record.Store

	taken map[string]bool // keys of fits from other run folders
	ended map[string]bool // keys of fits that no state is left of: an earlier run recorded their end

	mu        sync.Mutex
	elsewhere map[string]bool // keys of fits that another process is at
	written   map[at]bool     // lines of this run
	held      map[string]bool // keys of fits that this one has claimed and not recorded
	rows      map[string]int  // planned fits with a key
	summary   Summary
	done      int
}

// Run carries out what the store does not hold yet. It returns an error, with
// all that was finished kept, when ctx ends or the store cannot be written; a
// failing learner is an outcome, counted in the summary.
func (p *Plan) Run(ctx context.Context, store *record.Store, o RunOptions) (Summary, error) {
	r := &run{
		Plan: p, RunOptions: o, store: store,
		elsewhere: map[string]bool{}, held: map[string]bool{}, written: map[at]bool{}, rows: map[string]int{},
	}
	for _, f := range p.Fits {
		r.rows[f.Key]++
	}
	r.Workers = max(r.Workers, 1)
	if r.SaveEvery == 0 {
		r.SaveEvery = SaveEvery
	}
	err := r.dropForeign()
	if err == nil {
		err = errors.Join(r.all(ctx), r.giveBack())
	}
	if err != nil {
		return r.summary, fmt.Errorf("bench: run: %w", err)
	}
	return r.summary, nil
}

// all does what is left of the plan, also what other processes give back.
func (r *run) all(ctx context.Context) error {
	r.summary.Fits = len(r.Fits)
	jobs, err := r.todo()
	if err == nil {
		err = r.dropOrphans()
	}
	if err != nil || len(jobs) == 0 {
		return err
	}
	for err == nil && len(jobs) > 0 {
		if err = r.carryOut(ctx, jobs); err == nil {
			jobs, err = r.givenBack(jobs)
		}
	}
	if err != nil {
		return err
	}
	return r.recorded()
}

// carryOut does jobs, so many at a time as there are workers.
func (r *run) carryOut(ctx context.Context, jobs []job) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan job)
	var workers sync.WaitGroup
	for w := range r.Workers {
		workers.Go(func() {
			for j := range queue {
				if err := r.one(ctx, w, j); err != nil {
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

// recorded returns an error unless the records on disk have every planned fit that this process was to do, and every line that it wrote.
func (r *run) recorded() error {
	if err := r.store.Check(); err != nil {
		return err
	}
	there, lost := map[record.Place]bool{}, maps.Clone(r.written)
	err := record.EachFit(r.store.Dir(), func(f *record.Fit) error {
		there[f.Place()] = true
		delete(lost, at{f.Key, f.Place()})
		return nil
	})
	if err != nil {
		return err
	}
	lacking := 0
	for gone := range lost { // another build's line may stand in that place
		if there[gone.place] {
			lacking++
		}
	}
	for _, f := range r.Fits {
		if !there[f.place()] && !r.elsewhere[f.Key] {
			lacking++
		}
	}
	if lacking > 0 {
		return fmt.Errorf("%d of %d fits are done and not in the records of %s: these were changed while the run went on: run again", lacking, len(r.Fits), r.store.Dir())
	}
	return nil
}

// dropOrphans deletes the states of fits by other builds, with which no run of this plan goes on, and those of fits that have ended:
// a run may be killed after it has recorded an end. While a learner cannot be described there is no telling which build it is of, and all stay.
func (r *run) dropOrphans() error {
	planned := map[string]bool{}
	for _, f := range r.Fits {
		if f.learner.err != nil {
			return nil
		}
		planned[f.Key] = !r.ended[f.Key]
	}
	if r.store.Shared() { // what is not planned here is another shard's
		for key, keep := range planned {
			if keep {
				continue
			}
			if err := resume.Drop(r.store.Dir(), key); err != nil {
				return err
			}
		}
		return nil
	}
	return resume.DropOthers(r.store.Dir(), planned)
}

// one does a job and stores the outcomes. The error is of the store or of this machine.
func (r *run) one(ctx context.Context, worker int, j job) error {
	from := j.from
	for _, f := range j.fits {
		if ctx.Err() != nil {
			return nil
		}
		if from == nil {
			if mine, err := r.claim(f.Key); err != nil || !mine { // nor the others of the job, which share it
				return err
			}
		}
		r.observe(Event{Kind: Started, Fit: f})
		rec, err := r.outcome(ctx, f, from)
		switch {
		case ctx.Err() != nil:
			return nil // interrupted: as if it had not begun
		case errors.Is(err, host.ErrHost):
			return fmt.Errorf("%s: %w: then run again; what was finished is kept", f, err)
		}
		if err == nil {
			err = r.store.Append(worker, rec)
		}
		if err == nil && rec.Outcome.Kind != record.Crash { // another try may go on from there
			err = resume.Drop(r.store.Dir(), f.Key)
		}
		if err != nil {
			return err
		}
		r.mu.Lock()
		r.written[at{rec.Key, rec.Place()}] = true
		delete(r.held, f.Key)
		r.done++
		r.count(&rec)
		r.mu.Unlock()
		r.observe(Event{Kind: Finished, Fit: f, Record: &rec})
		from = &rec
	}
	return nil
}

// outcome returns the record of f: from that of the same fit where there is one, else
// by fitting.
func (r *run) outcome(ctx context.Context, f *Fit, from *record.Fit) (record.Fit, error) {
	if from != nil {
		rec, complete := r.adopt(f, from)
		if !complete {
			return r.rescore(ctx, f, from)
		}
		return rec, nil
	}
	rec, err := r.fit(ctx, f)
	const most = 10 // for each worker: one that was ended may still be writing, and the next one may be as greedy
	for tries := 0; errors.Is(err, host.ErrHost) && ctx.Err() == nil && tries < most*r.Workers && host.Reclaim(); tries++ {
		rec, err = r.fit(ctx, f) // another learner had the room
	}
	r.mu.Lock()
	r.summary.Fitted++
	r.mu.Unlock()
	rec.Train = f.learnedFrom()
	return rec, err
}

// count adds an outcome to the summary; r.mu is held or no worker runs.
func (r *run) count(f *record.Fit) {
	if failedIn(f) {
		r.summary.Failed++
	}
}

// failedIn reports whether a fit, or a row of it, has no result that it should have.
func failedIn(f *record.Fit) bool {
	failed := !f.Outcome.Good() && f.Outcome.Kind != record.Skipped
	for i := range f.Rows {
		kind := f.Rows[i].Outcome.Kind
		failed = failed || unmeasured(&f.Rows[i])
		failed = failed || kind != record.OK && kind != record.Budget && kind != record.Skipped
	}
	return failed
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
