package run

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// A Past is one dataset of a run made earlier, loaded again, so that its fits can
// be asked for more than was scored.
type Past struct {
	*Dataset
	written *Written
	options Options
}

// Reopen loads the dataset with that label of a written plan. The error says
// which labels there are, or that the content is not what the plan says.
func Reopen(w *Written, dataset string, o Options) (*Past, error) {
	p, err := reopen(w, dataset, o)
	if err != nil {
		return nil, err
	}
	if was := w.Data[dataset]; was != p.Data.Hash {
		return nil, fmt.Errorf("bench: reopen: the content of dataset %s has changed (it was %.8s, it is %.8s): run the suite again", dataset, was, p.Data.Hash)
	}
	return p, nil
}

// reopen is Reopen whatever the content.
func reopen(w *Written, dataset string, o Options) (*Past, error) {
	var labels []string
	for i := range w.Suite.Datasets {
		spec := &w.Suite.Datasets[i]
		labels = append(labels, spec.Label)
		if spec.Label != dataset {
			continue
		}
		c, err := new(Plan).column(spec, &o)
		if err != nil {
			return nil, fmt.Errorf("bench: reopen: %w", err)
		}
		return &Past{c, w, o}, nil
	}
	return nil, fmt.Errorf("bench: reopen: the run has no dataset %q; it has %s", dataset, strings.Join(labels, ", "))
}

// Fit returns the fit that rec is the outcome of. That another build of the
// learner, or another version of spbench, did it is noted; the fit is that of the
// build at hand.
func (p *Past) Fit(rec *record.Fit) (*Fit, error) {
	source, err := find.Learner(rec.Learner, p.options.find())
	if err != nil {
		return nil, fmt.Errorf("bench: reopen: %w", err)
	}
	f, err := p.find(rec, source)
	if err != nil {
		return nil, err
	}
	if was := rec.Identity["split"]; was != f.part("split") {
		return nil, fmt.Errorf("bench: reopen: %s: split %d has changed: run the suite again", f, f.Split)
	}
	if changed := Differing(rec.Identity, f.Identity()); len(changed) > 0 {
		p.options.note("warning: %s: made by another %s than is asked now", f, strings.Join(changed, ", "))
	}
	return f, nil
}

// find returns the fit in the place of rec in the plan, done by source.
func (p *Past) find(rec *record.Fit, source find.Source) (*Fit, error) {
	s := *p.written.Suite
	s.Learners = slices.DeleteFunc(slices.Clone(s.Learners), func(l suite.Learner) bool { return l.Label != rec.Label })
	if len(s.Learners) != 1 {
		return nil, fmt.Errorf("bench: reopen: the plan has no learner %q", rec.Label)
	}
	plan := &Plan{
		Suite: &s, learners: map[string]*learner{s.Learners[0].Name: {source: source}},
		start: p.options.Start, grace: p.options.Grace,
	}
	err := plan.loadTrainLoss()
	if err == nil {
		_, err = p.Dataset.measure(&s, plan.trainLoss)
	}
	if err != nil {
		return nil, fmt.Errorf("bench: reopen: %w", err)
	}
	if _, err := plan.plan(p.Dataset); err != nil {
		return nil, fmt.Errorf("bench: reopen: %w", err)
	}
	at := slices.IndexFunc(plan.Fits, func(f *Fit) bool { return f.Split == rec.Split && f.Seed == rec.Seed })
	if at < 0 {
		return nil, fmt.Errorf("bench: reopen: the plan has no split %d with seed %s", rec.Split, rec.Seed)
	}
	return plan.Fits[at], nil
}

// Differing returns the names, sorted, under which a and b differ.
func Differing(a, b map[string]string) (names []string) {
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if a[name] != b[name] {
			names = append(names, name)
		}
	}
	return names
}

// Test returns the test set, as indices into the dataset. The caller must not
// change it.
func (f *Fit) Test() []int { return f.split.Test }

// A Reading is the process of a learner that has one test instance in hand, as
// the learner may see it.
type Reading struct {
	reader
	setting wire.Setting
	weights []float64
}

// Read starts the learner and hands it test instance at, an index into Test. The
// predictions will be with the parameters params, which the fit may have chosen by
// tuning, and what was fitted with them. The caller closes the Reading.
func (f *Fit) Read(ctx context.Context, params json.RawMessage, weights []float64, at int) (*Reading, error) {
	p, err := f.instances()
	if err != nil {
		return nil, err
	}
	if p, err = p.prepared(f.Dataset.Data); err != nil {
		return nil, err
	}
	one := &parts{test: p.test[at : at+1], gold: p.gold[at : at+1]}
	open := func(ctx context.Context) (*host.Learner, error) {
		return host.Open(ctx, f.learner.source, host.Options{Sandbox: f.plan.sandbox})
	}
	l, err := open(ctx)
	if err != nil {
		return nil, err
	}
	if err := l.Load(ctx, host.Test, one.test); err != nil {
		l.Close()
		return nil, err
	}
	return &Reading{reader{learner: l, parts: one, loaded: true, seed: f.Seed.Split, patient: context.WithCancel, fresh: open}, f.setting(params), weights}, nil
}

// Predict reads one decoder off the fit, under its protocol, and returns the instance
// too, with the labels that are not scored. The error wraps [host.ErrUnsupported]
// where the learner lacks the decoder.
func (r *Reading) Predict(ctx context.Context, out *suite.Decoder) (*sp.Prediction, *sp.Instance, error) {
	preds, test, err := r.read(ctx, r.setting, r.weights, out)
	if err != nil {
		return nil, nil, err
	}
	return &preds[0], &test[0], nil
}

// Instance returns the instance without labels. It is read-only.
func (r *Reading) Instance() *sp.Instance { return &r.parts.test[0] }

// Close ends the process.
func (r *Reading) Close() error { return r.learner.Close() }
