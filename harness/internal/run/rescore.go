package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Rescored counts what [Rescore] did.
type Rescored struct {
	Fits, Before int // with rows; those that were measured before
	Learners     int // fits of which the learner was asked, as what was kept is not enough
}

// Rescore measures the rows of a run by more metrics: on the predictions that were kept or, where these are not enough, such as for metrics
// of marginals, on what the learner predicts with the weights. Nothing is trained. Each fit gets another line in the store, with the metrics
// of the plan, those that were added before, and more; a fit that cannot be measured stays as it is and is in the error. That a dataset has changed is an
// error before anything is done to it, and that another spbench scored rows before anything is done.
func Rescore(ctx context.Context, store *record.Store, w *Written, more []suite.Metric, o Options, observe func(Event)) (done Rescored, err error) {
	fits, _, err := store.Load()
	if err != nil {
		return done, fmt.Errorf("bench: rescore: %w", err)
	}
	last := lastScored(fits)
	stale := 0
	for _, f := range last {
		if len(f.Rows) > 0 && !decodedNow(&f.Rows[0]) {
			stale++
		}
	}
	if stale > 0 { // numbers of both in one table are refused, and part of the rows might have no learner to answer
		return done, fmt.Errorf("bench: rescore: another spbench scored %d fits: run the suite again first, which scores them anew without fitting them", stale)
	}
	wider, err := w.With(last, more, o.SuiteDir)
	if err != nil {
		return done, fmt.Errorf("bench: rescore: %w", err)
	}
	var failed []error
	for i := range wider.Suite.Datasets {
		label := wider.Suite.Datasets[i].Label
		past, err := Reopen(wider, label, o)
		if err != nil {
			return done, err
		}
		plan, err := past.replanned()
		if err != nil {
			return done, err
		}
		r := &run{Plan: plan, RunOptions: RunOptions{Observe: observe, Retry: true}, store: store}
		for _, f := range plan.Fits {
			old := last[f.place()]
			if old == nil || len(old.Rows) == 0 {
				continue
			}
			done.Fits++
			asked, err := r.widen(ctx, f, old)
			switch {
			case ctx.Err() != nil:
				return done, fmt.Errorf("bench: rescore: %w", context.Cause(ctx))
			case stops(err):
				return done, fmt.Errorf("bench: rescore: %w", err)
			case errors.Is(err, errMeasured):
				done.Before++
			case err != nil:
				failed = append(failed, fmt.Errorf("%s: %w", f, err))
			case asked:
				done.Learners++
			}
		}
	}
	if n := len(failed); n > 0 {
		return done, fmt.Errorf("bench: rescore: %d of %d fits stay as they are, the first: %w", n, done.Fits, failed[0])
	}
	return done, nil
}

// errMeasured says that there is nothing to do.
var errMeasured = errors.New("measured before")

// widen appends a line for a fit with the metrics of the plan. asked says that its learner had to predict.
func (r *run) widen(ctx context.Context, f *Fit, old *record.Fit) (asked bool, err error) {
	if was := old.Identity["split"]; was != f.part("split") {
		return false, fmt.Errorf("split %d has changed: run the suite again", f.Split)
	}
	is := f.learner.source.Identity
	f.as(old) // what made it stays what made it
	r.Marginals = slices.ContainsFunc(old.Rows, func(row record.Row) bool { return row.Requested == andMarginals })
	if _, complete := r.adopt(f, old); complete {
		return false, errMeasured
	}
	x := &execution{Fit: f, run: r}
	x.rec = *old
	kept, err := x.remeasure(ctx, old)
	if err != nil {
		return false, err
	}
	if !kept {
		switch {
		case f.learner.err != nil:
			return true, f.learner.err
		case is != old.Identity[build]:
			return true, errors.New("the predictions that were kept are not enough, and its learner is another build than fitted it: run the suite again")
		}
		if x.rec, err = r.rescore(ctx, f, old); err != nil {
			return true, err
		}
		if at := slices.IndexFunc(x.rec.Rows, func(row record.Row) bool { return row.Outcome.Failed() }); at >= 0 {
			return true, errors.New(x.rec.Rows[at].Outcome.Reason)
		}
	}
	x.rec.Kept = old.Kept
	if err := r.store.Append(0, x.rec); err != nil {
		return !kept, err
	}
	r.observe(Event{Kind: Note, Text: fmt.Sprintf("%s: measured%s", f, map[bool]string{false: "", true: ", its learner predicted"}[!kept])})
	return !kept, nil
}

// replanned returns the fits of the dataset as the plan has them. Learners that are not found say so when they are asked.
func (p *Past) replanned() (*Plan, error) {
	plan := &Plan{Suite: p.written.Suite, learners: map[string]*learner{}, start: p.options.Start, grace: p.options.Grace}
	for i := range plan.Suite.Learners {
		name := plan.Suite.Learners[i].Name
		l := new(learner)
		l.source, l.err = find.Learner(name, p.options.find())
		plan.learners[name] = l
	}
	err := plan.loadTrainLoss()
	if err == nil {
		_, err = p.measure(plan.Suite, plan.trainLoss)
	}
	if err == nil {
		_, err = plan.plan(p.Dataset)
	}
	if err != nil {
		return nil, fmt.Errorf("bench: rescore: %w", err)
	}
	return plan, nil
}

// lastScored returns of each place the fit that was appended last.
func lastScored(fits []record.Fit) map[record.Place]*record.Fit {
	at := map[record.Place]*record.Fit{}
	for i := range fits {
		last(at, fits[i].Place(), &fits[i])
	}
	return at
}

// With returns the plan with the metrics that rows of fits have been measured by besides, and more, which are commands as a suite in dir has them.
// The error is of a metric whose label is that of another one.
func (w *Written) With(fits map[record.Place]*record.Fit, more []suite.Metric, dir string) (*Written, error) {
	more, _, err := pinCommands(more, dir)
	if err != nil {
		return nil, err
	}
	wider, s := *w, *w.Suite
	wider.Suite = &s
	s.Metrics = slices.Concat(s.Metrics, added(w.Suite.Metrics, fits))
	for _, m := range more {
		at := slices.IndexFunc(s.Metrics, func(have suite.Metric) bool { return have.Label == m.Label })
		switch {
		case at < 0:
			s.Metrics = append(s.Metrics, m)
		case compact(s.Metrics[at]) == compact(m):
		case m.Name == "command" && at >= len(w.Suite.Metrics):
			s.Metrics[at] = m // the program has been edited since
		case m.Name == "command" && s.Metrics[at].Name == m.Name:
			return nil, fmt.Errorf("the program of %s, or how it is averaged, is another one than when the suite was planned: run the suite again, which measures by it, or give this one another label, with as", m.Label)
		default:
			return nil, fmt.Errorf("the run has another metric %s: give this one another label, with as", m.Label)
		}
	}
	return &wider, nil
}

// added returns the metrics that rows have been measured by besides those of the plan, in the order of their labels, of each label that of the last fit.
func added(planned []suite.Metric, fits map[record.Place]*record.Fit) (more []suite.Metric) {
	by := map[string]*record.Fit{}
	found := map[string]suite.Metric{}
	known := map[string][]suite.Metric{} // by the list that they are in, as many rows have one
	for _, f := range fits {
		for i := range f.Rows {
			measures := string(f.Rows[i].Measures)
			list, ok := known[measures]
			if !ok {
				list = besides(planned, measures)
				known[measures] = list
			}
			for _, m := range list {
				if old := by[m.Label]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
					by[m.Label], found[m.Label] = f, m
				}
			}
		}
	}
	for _, m := range found {
		more = append(more, m)
	}
	slices.SortFunc(more, func(a, b suite.Metric) int { return strings.Compare(a.Label, b.Label) })
	return more
}

// besides returns the metrics of a list that are not planned.
func besides(planned []suite.Metric, measures string) (more []suite.Metric) {
	for _, text := range listed(measures) {
		var m suite.Metric
		if m.UnmarshalJSON([]byte(text)) == nil && !slices.ContainsFunc(planned, func(p suite.Metric) bool { return p.Label == m.Label }) {
			more = append(more, m)
		}
	}
	return more
}

// Forget takes out of rows what other metrics than those of the plan measured under their labels, such as a program that has been edited since, so that
// no column has numbers of both.
func (w *Written) Forget(fits []record.Fit) {
	others := map[string][]string{} // labels, by the list of a row
	for i := range fits {
		for j := range fits[i].Rows {
			row := &fits[i].Rows[j]
			if row.Measures == nil {
				continue
			}
			labels, ok := others[string(row.Measures)]
			if !ok {
				has := listed(string(row.Measures))
				for k := range w.Suite.Metrics {
					if m := &w.Suite.Metrics[k]; !slices.Contains(has, compact(m)) {
						labels = append(labels, m.Label)
					}
				}
				others[string(row.Measures)] = labels
			}
			for _, label := range labels {
				if _, ok := row.Metrics[label]; !ok {
					continue
				}
				delete(row.Metrics, label)
				delete(row.Instances, label)
				if row.Reasons == nil {
					row.Reasons = map[string]string{}
				}
				row.Reasons[label] = "measured by another version of " + label + ": spbench rescore measures it again"
			}
		}
	}
}

// Measured returns the plan with the metrics that rows of the fits have been measured by besides.
func (w *Written) Measured(fits map[record.Place]*record.Fit) *Written {
	wider, err := w.With(fits, nil, "")
	if err != nil {
		return w // without more there is none
	}
	return wider
}
