package bench

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
)

// wanted are the planned fits that the store has not.
type wanted struct {
	run       *run
	byKey     map[string]*Fit
	unlimited map[string]*Fit // by their identity without the limits
	best      map[string]candidate
}

// A candidate is an outcome of a wanted fit in another run folder.
type candidate struct {
	dir   string
	fit   record.Fit
	ready int // outputs of the plan that it has rows of
}

// takeOver returns the planned fits that other run folders have and the store has not, down to the builds of
// learner and spbench, and links their files into the store. A fit does not depend on all of its suite: one with
// another caption, label, metric or output, or one learner, dataset or seed more, is another plan, in a folder of
// its own. Limits are in the key of a fit, but where it ended by itself wider ones would not have changed it. The
// fits get the keys of the plan.
func (r *run) takeOver(own []record.Fit) (taken []record.Fit, err error) {
	w := r.wanted(own)
	for _, dir := range r.From {
		if _, err := record.Plan(dir); err != nil { // it is no run folder
			return nil, err
		}
		if err := record.Heads(dir, w.consider(dir)); err != nil {
			return nil, err
		}
	}
	for _, dir := range r.Others {
		if !w.worthReading(dir) {
			continue
		}
		if err := record.Heads(dir, w.consider(dir)); err != nil {
			r.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %v: what follows in this folder is not taken over", err)})
		}
	}
	byDir := map[string][]record.Fit{}
	for _, key := range slices.Sorted(maps.Keys(w.best)) {
		c := w.best[key]
		byDir[c.dir] = append(byDir[c.dir], c.fit)
	}
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		fits := byDir[dir]
		if err := r.store.Take(dir, fits, func(f *record.Fit) string { return w.match(f.Identity, f.Key).Key }); err != nil {
			return nil, err
		}
		for i := range fits {
			w.match(fits[i].Identity, fits[i].Key).rekey(&fits[i])
		}
		taken = append(taken, fits...)
		r.observe(Event{Kind: Note, Text: fmt.Sprintf("%d fits are taken over from %s", len(fits), dir)})
	}
	for _, dir := range r.From {
		if byDir[dir] == nil && len(w.byKey) > len(taken) {
			r.observe(Event{Kind: Note, Text: fmt.Sprintf("0 fits are taken over from %s: none is the same, down to the builds of its learner and of spbench", dir)})
		}
	}
	return taken, nil
}

func (r *run) wanted(own []record.Fit) *wanted {
	w := &wanted{r, map[string]*Fit{}, map[string]*Fit{}, map[string]candidate{}}
	for _, f := range r.Fits {
		w.byKey[f.Key] = f
	}
	for i := range own {
		delete(w.byKey, own[i].Key)
	}
	for _, f := range w.byKey {
		w.unlimited[withoutLimits(f.Identity)] = f
	}
	return w
}

// worthReading reports whether a folder may have a wanted fit: it is another one than the store's, and knows the
// content of a dataset.
func (w *wanted) worthReading(dir string) bool {
	if len(w.byKey) == 0 || record.SameFolder(dir, w.run.store.Dir()) {
		return false
	}
	plan, err := record.Plan(dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // as of one that was just removed
			w.run.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %v: nothing is taken over from it", err)})
		}
		return false
	}
	for _, f := range w.byKey {
		if bytes.Contains(plan, []byte(f.Dataset.Data.Hash)) {
			return true
		}
	}
	return false
}

// consider returns what keeps the best outcome of each wanted fit: the first with rows of all outputs, else that of
// most, then the latest.
func (w *wanted) consider(dir string) func(*record.Head, func() (record.Fit, error)) error {
	return func(h *record.Head, whole func() (record.Fit, error)) error {
		f := w.match(h.Identity, h.Key)
		if f == nil || w.best[f.Key].ready == len(f.Learner.Outputs) { // nobody's, or had already
			return nil
		}
		rec, err := whole()
		if err != nil {
			return err
		}
		if rec.Key != f.Key && !keepsWithin(&rec, f.plan.Suite.Limits) || w.run.Retry && rec.Outcome.Failed() {
			return nil
		}
		c := candidate{dir: dir, fit: rec}
		for i := range f.Learner.Outputs {
			key := f.row(rec.Key, &f.Learner.Outputs[i])
			if slices.ContainsFunc(rec.Rows, func(row record.Row) bool { return row.Key == key }) {
				c.ready++
			}
		}
		old, ok := w.best[f.Key]
		if !ok || cmp.Or(cmp.Compare(c.ready, old.ready), rec.Times.Appended.Compare(old.fit.Times.Appended)) > 0 {
			w.best[f.Key] = c
		}
		return nil
	}
}

// match returns the wanted fit of that identity and key, whatever its limits; nil if there is none.
func (w *wanted) match(identity map[string]string, key string) *Fit {
	if f := w.byKey[key]; f != nil {
		return f
	}
	return w.unlimited[withoutLimits(identity)]
}

func withoutLimits(identity map[string]string) string {
	parts := maps.Clone(identity)
	delete(parts, "limits")
	return record.Key(parts)
}

// keepsWithin reports whether rec would have come out the same under other limits: they are at least as wide as its
// own were, threads are as many, and nothing of it was cut short.
func keepsWithin(rec *record.Fit, is suite.Limits) bool {
	var was suite.Limits
	if json.Unmarshal([]byte(rec.Identity["limits"]), &was) != nil {
		return false
	}
	wider := func(was, is float64) bool { return is == 0 || was > 0 && is >= was }
	if !wider(was.Seconds, is.Seconds) || !wider(float64(was.Memory), float64(is.Memory)) || max(was.Threads, 1) != max(is.Threads, 1) {
		return false
	}
	byItself := func(o record.Outcome) bool { return o.Good() || o.Kind == record.Skipped }
	return byItself(rec.Outcome) &&
		!slices.ContainsFunc(rec.Trials, func(t record.Trial) bool { return !byItself(t.Outcome) && t.Outcome.Kind != record.Diverged }) &&
		!slices.ContainsFunc(rec.Rows, func(row record.Row) bool { return !byItself(row.Outcome) })
}

// rekey makes rec, an outcome of f under other limits, one of f.
func (f *Fit) rekey(rec *record.Fit) {
	rec.Rows = slices.Clone(rec.Rows)
	for i := range rec.Rows {
		for o := range f.Learner.Outputs {
			if out := &f.Learner.Outputs[o]; rec.Rows[i].Key == f.row(rec.Key, out) {
				rec.Rows[i].Key = f.row(f.Key, out)
				break
			}
		}
	}
	rec.Key, rec.Identity = f.Key, f.Identity
}
