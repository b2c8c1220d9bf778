package run

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/suite"
)

// wanted are the planned fits that the store has not.
type wanted struct {
	run       *run
	byKey     map[string]*Fit
	unlimited map[string]*Fit // by their identity without the limits
	data      map[string]bool // hashes of the datasets
	lists     map[lists]bool  // whether they are whole
	best      map[string]candidate
	measure   func(*record.Row) []string
	forged    map[string]*record.Mismatches // by their folder
}

// lists are those of the test and training instances of fits in a run folder.
type lists struct{ dir, test, train string }

// A candidate is an outcome of a wanted fit in another run folder.
type candidate struct {
	dir   string
	fit   record.Fit
	ready int // decoders of the plan that it has rows of
}

// takeOver returns the planned fits that other run folders have and the store, of which own are the fits, has not, down to the builds of
// learner and spbench, and links their files into the store. Of a fit that the store has of another build none is
// taken over, unless it is to be fitted again. A fit does not depend on all of its suite: one with
// another caption, label, metric or decoder, or one learner, dataset or seed more, is another plan, in a folder of
// its own. Limits are in the key of a fit, but where it ended by itself wider ones would not have changed it. The
// fits get the keys of the plan.
func (r *run) takeOver(own []record.Fit) (taken []record.Fit, err error) {
	w := r.wanted(own)
	for _, dir := range r.From {
		if _, err := record.Plan(dir); err != nil { // it is no run folder
			return nil, err
		}
		if err := record.EachFit(dir, w.consider(dir, nil)); err != nil {
			return nil, err
		}
	}
	for _, dir := range r.Others {
		if !w.worthReading(dir) {
			continue
		}
		if err := record.EachFit(dir, w.consider(dir, w.unasked)); err != nil {
			r.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %v: what follows in this folder is not taken over", err)})
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(w.forged)) {
		r.observe(Event{Kind: Note, Text: "warning: " + w.forged[dir].Warning(dir)})
	}
	byDir := map[string][]record.Fit{}
	for _, key := range slices.Sorted(maps.Keys(w.best)) {
		if mine, err := r.claim(key); err != nil {
			return nil, err
		} else if !mine {
			continue
		}
		c := w.best[key]
		byDir[c.dir] = append(byDir[c.dir], c.fit)
	}
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		fits := byDir[dir]
		if err := r.store.CopyFiles(dir, w.shown(fits), func(f *record.Fit) string { return w.match(f.Identity, f.Key).Key }); err != nil {
			return nil, err
		}
		for i := range fits {
			w.match(fits[i].Identity, fits[i].Key).rekey(&fits[i])
			taken = append(taken, fits[i])
		}
		r.observe(Event{Kind: Note, Text: fmt.Sprintf("%d fits are taken over from %s", len(fits), dir)})
	}
	for _, dir := range r.From {
		if byDir[dir] == nil && len(w.byKey) > len(taken) {
			r.observe(Event{Kind: Note, Text: fmt.Sprintf("0 fits are taken over from %s: none is the same, down to the builds of its learner and of spbench", dir)})
		}
	}
	return taken, nil
}

// dropForeign keeps fits in the run folders of other users from reuse, unless the folders are
// trusted. A named folder is an error if it is not trusted, and so is the folder of this run, once
// it has fits.
func (r *run) dropForeign() error {
	foreign := func(dir string) (bool, error) {
		if slices.ContainsFunc(r.Trust, func(t string) bool { return rundir.Same(t, dir) || rundir.Same(t, filepath.Dir(dir)) }) {
			return false, nil
		}
		owned, err := record.Owned(dir)
		return err == nil && !owned, err
	}
	for _, dir := range append([]string{r.store.Dir()}, r.From...) {
		if not, err := foreign(dir); err != nil || not {
			return cmp.Or(err, fmt.Errorf("%s belongs to another user\nhint: -trust %s reuses its fits", dir, dir))
		}
	}
	var left []string
	r.Others = slices.DeleteFunc(slices.Clone(r.Others), func(dir string) bool {
		not, err := foreign(dir)
		if not {
			left = append(left, dir)
		}
		return not || err != nil // it has just been removed
	})
	if len(left) > 0 {
		r.observe(Event{Kind: Note, Text: fmt.Sprintf("%d run folders belong to other users and are not read, such as %s\nhint: -trust %s reuses its fits", len(left), left[0], left[0])})
	}
	return nil
}

func (r *run) wanted(own []record.Fit) *wanted {
	w := &wanted{run: r, byKey: map[string]*Fit{}, unlimited: map[string]*Fit{}, data: map[string]bool{}, lists: map[lists]bool{}, best: map[string]candidate{},
		measure: (&Written{Suite: r.Suite}).Unlike(), forged: map[string]*record.Mismatches{}}
	has := map[string]bool{} // keys, and slots, of the store
	for i := range own {
		old := &own[i]
		has[old.Key] = true
		if !r.Rerun {
			has[old.KeyWithoutSources()] = true
		}
	}
	for _, f := range r.Fits {
		if has[f.Key] || has[record.KeyWithoutSources(f.Identity())] {
			continue
		}
		w.byKey[f.Key] = f
		w.unlimited[withoutLimits(f.Identity())] = f
		w.data[f.Dataset.Data.Hash] = true
	}
	return w
}

// worthReading reports whether a folder may have a wanted fit: it is another one than the store's, and knows the
// content of a dataset.
func (w *wanted) worthReading(dir string) bool {
	if len(w.byKey) == 0 || rundir.Same(dir, w.run.store.Dir()) {
		return false
	}
	plan, err := record.Plan(dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // as of one that was just removed
			w.run.observe(Event{Kind: Note, Text: fmt.Sprintf("warning: %v: nothing is taken over from it", err)})
		}
		return false
	}
	for hash := range w.data {
		if bytes.Contains(plan, []byte(hash)) {
			return true
		}
	}
	return false
}

// consider returns what keeps the best outcome of each wanted fit that may be taken over, nil for any: the first with
// rows of all decoders, else that of most, then the latest. One without its lists of instances is of no use.
func (w *wanted) consider(dir string, may func(*Fit, *record.Fit) bool) func(*record.Fit) error {
	return func(rec *record.Fit) error {
		f := w.match(rec.Identity, rec.Key)
		if f == nil || w.best[f.Key].ready == len(f.Learner.Decoders) { // nobody's, or had already
			return nil
		}
		switch {
		case rec.Key != f.Key && !f.keeps(rec), w.run.Retry && rec.Outcome.Failed(), may != nil && !may(f, rec), !w.hasLists(dir, rec):
			return nil
		}
		if differs := record.CheckMetrics(rec, w.measure, dir); differs != "" {
			if w.forged[dir] == nil {
				w.forged[dir] = new(record.Mismatches)
			}
			w.forged[dir].Add(rec, differs)
			return nil
		}
		c := candidate{dir: dir, fit: *rec}
		for i := range f.Learner.Decoders {
			out := &f.Learner.Decoders[i]
			if slices.ContainsFunc(rec.Rows, func(row record.Row) bool { return f.holds(rec, &row, out) }) {
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

// hasLists reports whether a run folder has the lists of the instances of a fit.
func (w *wanted) hasLists(dir string, rec *record.Fit) bool {
	at := lists{dir, rec.TestFile, rec.TrainFile}
	whole, ok := w.lists[at]
	if !ok {
		whole = record.HasLists(dir, rec)
		w.lists[at] = whole
	}
	return whole
}

// shown returns the fits with the rows that are of decoders of the plan.
func (w *wanted) shown(fits []record.Fit) []record.Fit {
	fits = slices.Clone(fits)
	for i := range fits {
		rec := &fits[i]
		f := w.match(rec.Identity, rec.Key)
		rec.Rows = slices.DeleteFunc(slices.Clone(rec.Rows), func(row record.Row) bool {
			return !slices.ContainsFunc(f.Learner.Decoders, func(out suite.Decoder) bool { return f.isOf(&row, rec.Key, &out) })
		})
	}
	return fits
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

// rekey makes rec, an outcome of f under other limits, one of f.
func (f *Fit) rekey(rec *record.Fit) {
	rec.Rows = slices.Clone(rec.Rows)
	for i := range rec.Rows {
		for o := range f.Learner.Decoders {
			if row, out := &rec.Rows[i], &f.Learner.Decoders[o]; f.isOf(row, rec.Key, out) {
				row.Key = rowKey(f.Key, out, f.measures(row), row.Score)
				break
			}
		}
	}
	if was := rec.Identity["limits"]; was != f.part("limits") {
		rec.Times.Limits = cmp.Or(rec.Times.Limits, was)
	}
	rec.Key, rec.Identity = f.Key, f.Identity()
}
