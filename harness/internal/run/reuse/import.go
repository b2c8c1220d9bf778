package reuse

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
)

// An Importer reuses fits of other run folders. Unreadable folders in From are errors, those in
// Others are noted.
type Importer struct {
	Plan         *plan.Plan
	Store        *record.Store
	From, Others []string
	// import also fits that the store has from other sources
	Rerun bool
	Retry bool                           // do not import failed fits
	Lease func(key string) (bool, error) // reports whether this process may make the fit
	Note  func(string)
}

// Import imports planned fits that the store lacks, down to the sources of learner and spbench, and
// links their files into the store. own are the fits of the store. The imported fits have the keys
// of the plan.
func (m *Importer) Import(own []record.Fit) (imported []record.Fit, err error) {
	w := m.search(own)
	for _, dir := range m.From {
		if _, err := record.Plan(dir); err != nil { // not a run folder
			return nil, err
		}
		if err := w.read(dir, nil); err != nil {
			return nil, err
		}
	}
	for _, dir := range m.Others {
		if !w.worthReading(dir) {
			continue
		}
		if err := w.read(dir, sameAnywhere); err != nil {
			m.Note(fmt.Sprintf("warning: %v: later fits in this folder are not reused", err))
		}
	}
	byDir, err := w.leased()
	if err != nil {
		return nil, err
	}
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		fits := byDir[dir]
		if err := m.Store.CopyFiles(dir, fits); err != nil {
			return nil, err
		}
		for i := range fits {
			rekey(w.match(&fits[i]), &fits[i])
		}
		imported = append(imported, fits...)
		m.Note(fmt.Sprintf("%d fits are reused from %s", len(fits), dir))
	}
	for _, dir := range m.From {
		if byDir[dir] == nil && len(w.byKey) > len(imported) {
			m.Note(fmt.Sprintf("0 fits are reused from %s: none has the same identity, down to the sources "+
				"of its learner and of spbench", dir))
		}
	}
	return imported, nil
}

// A search looks for planned fits that a store lacks.
type search struct {
	*Importer
	byKey        map[string]*plan.Fit
	withoutLimit map[string]*plan.Fit // by their identity without the limits
	data         map[string]bool      // hashes of the datasets
	best         map[string]candidate // by key
	verify       func(*record.Row) []string
}

// A candidate is a recorded fit in another run folder.
type candidate struct {
	dir  string
	fit  record.Fit
	rows int // planned decoders that it has rows of
}

func (m *Importer) search(own []record.Fit) *search {
	w := &search{
		Importer: m, byKey: map[string]*plan.Fit{}, withoutLimit: map[string]*plan.Fit{},
		data: map[string]bool{}, best: map[string]candidate{},
		verify: score.Verifier(m.Plan.Suite.Metrics),
	}
	has := map[string]bool{} // keys and slots of the store
	for i := range own {
		old := &own[i]
		has[old.Key] = true
		if !m.Rerun {
			has[old.KeyWithoutSources()] = true
		}
	}
	for _, f := range m.Plan.Fits {
		if has[f.Key] || has[record.KeyWithoutSources(f.Identity())] {
			continue
		}
		w.byKey[f.Key] = f
		w.withoutLimit[withoutLimits(f.Identity())] = f
		w.data[f.Dataset.Data.Hash] = true
	}
	return w
}

// worthReading reports whether a folder may have a wanted fit: it is not the store's own, and its
// plan has the content of a dataset.
func (w *search) worthReading(dir string) bool {
	if len(w.byKey) == 0 || rundir.Same(dir, w.Store.Dir()) {
		return false
	}
	text, err := record.Plan(dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // it was removed just now
			w.Note(fmt.Sprintf("warning: %v: its fits are not reused", err))
		}
		return false
	}
	for hash := range w.data {
		if bytes.Contains(text, []byte(hash)) {
			return true
		}
	}
	return false
}

// read keeps the best record in a folder of each wanted fit: the one with the most rows, the latest
// of several. may refuses records; nil refuses none. A record without its lists of instances is
// useless, and one with a forged metric is noted.
func (w *search) read(dir string, may func(*plan.Fit, *record.Fit) bool) error {
	files := record.NewChecker(dir)
	var forged []string
	err := record.EachFit(dir, func(rec *record.Fit) error {
		// Cheap conditions first: most records of a folder are of no use.
		f := w.match(rec)
		switch {
		case f == nil,
			w.best[f.Key].rows == len(f.Learner.Decoders), // found already
			rec.Key != f.Key && !SameUnder(f, rec),
			w.Retry && rec.Outcome.Failed(),
			may != nil && (rec.Times.Shipped != "" || !may(f, rec)),
			!files.HasLists(rec):
			return nil
		}
		if differs := record.CheckMetrics(rec, w.verify, dir); differs != "" {
			forged = append(forged, differs)
			return nil
		}
		c := candidate{dir: dir, fit: *rec}
		for i := range f.Learner.Decoders {
			if slices.ContainsFunc(rec.Rows, func(row record.Row) bool {
				return f.HasAllOf(rec, &row, &f.Learner.Decoders[i])
			}) {
				c.rows++
			}
		}
		old, ok := w.best[f.Key]
		if !ok || cmp.Or(cmp.Compare(c.rows, old.rows),
			rec.Times.Appended.Compare(old.fit.Times.Appended)) > 0 {
			w.best[f.Key] = c
		}
		return nil
	})
	if len(forged) > 0 {
		w.Note(fmt.Sprintf("warning: %s: %d fits are left out, since their metrics do not follow from "+
			"their statistics: first %s", dir, len(forged), forged[0]))
	}
	return err
}

// leased returns the best records whose fits this process may make, by folder.
func (w *search) leased() (byDir map[string][]record.Fit, err error) {
	byDir = map[string][]record.Fit{}
	for _, key := range slices.Sorted(maps.Keys(w.best)) {
		if mine, err := w.Lease(key); err != nil {
			return nil, err
		} else if !mine {
			continue
		}
		c := w.best[key]
		byDir[c.dir] = append(byDir[c.dir], c.fit)
	}
	return byDir, nil
}

// match returns the wanted fit that rec is a record of, under any limits; nil if there is none.
func (w *search) match(rec *record.Fit) *plan.Fit {
	if f := w.byKey[rec.Key]; f != nil {
		return f
	}
	return w.withoutLimit[withoutLimits(rec.Identity)]
}

func withoutLimits(identity map[string]string) string {
	parts := maps.Clone(identity)
	delete(parts, "limits")
	return record.Key(parts)
}

// rekey makes rec, recorded under other limits, a record of f.
func rekey(f *plan.Fit, rec *record.Fit) {
	rec.Rows = slices.Clone(rec.Rows)
	f.Rekey(rec)
	if was := rec.Identity["limits"]; was != f.IdentityPart("limits") {
		rec.Times.Limits = cmp.Or(rec.Times.Limits, was)
	}
	rec.Key, rec.Identity = f.Key, f.Identity()
}
