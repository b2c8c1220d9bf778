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
	"github.com/spbench/spbench/harness/internal/suite"
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
		if err := record.EachFit(dir, w.consider(dir, nil)); err != nil {
			return nil, err
		}
	}
	for _, dir := range m.Others {
		if !w.worthReading(dir) {
			continue
		}
		if err := record.EachFit(dir, w.consider(dir, sameAnywhere)); err != nil {
			m.Note(fmt.Sprintf("warning: %v: later fits in this folder are not reused", err))
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(w.forged)) {
		m.Note(fmt.Sprintf("warning: %s: %d fits are left out, since their metrics do not follow from "+
			"their statistics: first %s", dir, len(w.forged[dir]), w.forged[dir][0]))
	}
	byDir, err := w.leased()
	if err != nil {
		return nil, err
	}
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		fits := byDir[dir]
		if err := m.Store.CopyFiles(dir, w.plannedRows(fits)); err != nil {
			return nil, err
		}
		for i := range fits {
			rekey(w.match(&fits[i]), &fits[i])
			imported = append(imported, fits[i])
		}
		m.Note(fmt.Sprintf("%d fits are reused from %s", len(fits), dir))
	}
	for _, dir := range m.From {
		if byDir[dir] == nil && len(w.byKey) > len(imported) {
			m.Note(
				fmt.Sprintf(
					"0 fits are reused from %s: none has the same identity, down to the sources of its learner "+
						"and of spbench",
					dir,
				),
			)
		}
	}
	return imported, nil
}

// A search looks for planned fits that a store lacks.
type search struct {
	*Importer
	byKey        map[string]*plan.Fit
	withoutLimit map[string]*plan.Fit       // by their identity without the limits
	data         map[string]bool            // hashes of the datasets
	checkers     map[string]*record.Checker // by folder
	best         map[string]candidate       // by key
	verify       func(*record.Row) []string
	forged       map[string][]string // fits with wrong metrics, by folder
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
		data: map[string]bool{}, checkers: map[string]*record.Checker{},
		best: map[string]candidate{}, verify: score.Verifier(m.Plan.Suite.Metrics),
		forged: map[string][]string{},
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

// consider returns a function for records of a folder. It keeps the best record of each wanted fit:
// the first one with rows of all decoders, or else the latest with most rows. may refuses records;
// nil refuses none. A record without its lists of instances is useless.
func (w *search) consider(
	dir string, may func(*plan.Fit, *record.Fit) bool,
) func(*record.Fit) error {
	return func(rec *record.Fit) error {
		f := w.match(rec)
		if f == nil ||
			w.best[f.Key].rows == len(f.Learner.Decoders) { // not wanted, or found already
			return nil
		}
		switch {
		case rec.Key != f.Key && !SameUnder(f, rec),
			w.Retry && rec.Outcome.Failed(),
			may != nil && (rec.Times.Shipped != "" || !may(f, rec)),
			!w.hasLists(dir, rec):
			return nil
		}
		if differs := record.CheckMetrics(rec, w.verify, dir); differs != "" {
			w.forged[dir] = append(w.forged[dir], differs)
			return nil
		}
		c := candidate{dir: dir, fit: *rec}
		for i := range f.Learner.Decoders {
			d := &f.Learner.Decoders[i]
			if slices.ContainsFunc(
				rec.Rows, func(row record.Row) bool { return f.HasAllOf(rec, &row, d) },
			) {
				c.rows++
			}
		}
		old, ok := w.best[f.Key]
		if !ok ||
			cmp.Or(
				cmp.Compare(c.rows, old.rows), rec.Times.Appended.Compare(old.fit.Times.Appended),
			) > 0 {
			w.best[f.Key] = c
		}
		return nil
	}
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

// hasLists reports whether a run folder has the lists of the instances of a fit.
func (w *search) hasLists(dir string, rec *record.Fit) bool {
	if w.checkers[dir] == nil {
		w.checkers[dir] = record.NewChecker(dir)
	}
	return w.checkers[dir].HasLists(rec)
}

// plannedRows returns the fits with the rows of planned decoders.
func (w *search) plannedRows(fits []record.Fit) []record.Fit {
	fits = slices.Clone(fits)
	for i := range fits {
		rec := &fits[i]
		f := w.match(rec)
		rec.Rows = slices.DeleteFunc(slices.Clone(rec.Rows), func(row record.Row) bool {
			return !slices.ContainsFunc(
				f.Learner.Decoders, func(d suite.Decoder) bool { return f.IsRow(&row, rec.Key, &d) },
			)
		})
	}
	return fits
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
