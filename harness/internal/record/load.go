package record

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Load returns the fits of a run folder, ordered by key and place. The order does not depend on the
// workers. Of several lines with one key and place it returns the last one: in one file the later
// line, else the line with the later time.
//
// Load drops a torn last line with a warning. Any other line that cannot be read is an error with
// file and line. A cut, such as [DropCurve], removes parts of each fit that need not be in memory.
func Load(dir string, cut ...func(*Fit)) (fits []Fit, warnings []string, err error) {
	return loadFits(dir, func(string) bool { return true }, cut...)
}

// DropCurve removes all checkpoints of a fit but the last. They are most of its line, and no table
// needs them.
func DropCurve(f *Fit) {
	n := max(len(f.Checkpoints)-1, 0)
	f.Checkpoints, f.Times.Checkpoints = slices.Clone(f.Checkpoints[n:]),
		slices.Clone(f.Times.Checkpoints[n:])
}

// OnlySources returns a cut that removes all parts of identities but sources. Fits of equal sources
// share them.
func OnlySources() func(*Fit) {
	known := map[string]map[string]string{}
	return func(f *Fit) {
		maps.DeleteFunc(f.Identity, func(part, _ string) bool { return SourceOf(part) == "" })
		text := fmt.Sprint(f.Identity)
		if known[text] == nil {
			known[text] = f.Identity
		}
		f.Identity = known[text]
	}
}

// loadFits is [Load]. It warns only of files for which warned returns true.
func loadFits(dir string, warned func(name string) bool, cut ...func(*Fit)) (fits []Fit,
	warnings []string, err error) {
	if _, err := Plan(dir); err != nil {
		return nil, nil, err
	}
	type loaded struct {
		fit  *Fit
		file string
	}
	last := map[id]loaded{}
	err = eachFitOf(dir, func(name string, f *Fit) error {
		for _, take := range cut {
			take(f)
		}
		at := f.id()
		if old, ok := last[at]; !ok || name == old.file ||
			!f.Times.Appended.Before(old.fit.Times.Appended) {
			last[at] = loaded{f, name}
		}
		return nil
	}, func(name string, torn int64) {
		if warned(name) {
			warnings = append(warnings, tornWarning(name, torn))
		}
	})
	if err != nil {
		return nil, nil, fmt.Errorf("record: load: %w", err)
	}
	fits = make([]Fit, 0, len(last))
	for _, at := range slices.SortedFunc(maps.Keys(last), id.compare) {
		fits = append(fits, *last[at].fit)
	}
	return fits, warnings, nil
}

// EachFit calls use with the fit of each whole line of a run folder, file by file, until use
// returns an error. It holds a few lines at a time in memory. A process may be writing to the
// folder.
func EachFit(dir string, use func(f *Fit) error) error {
	err := eachFitOf(dir, func(_ string, f *Fit) error { return use(f) }, func(string, int64) {})
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// eachFitOf is EachFit with the name of the file of each fit. It calls torn for each file with a
// torn last line, with the length of that line.
func eachFitOf(dir string, use func(name string, f *Fit) error, torn func(name string,
	bytes int64)) error {
	names, err := rundir.Glob(dir, recordsAll)
	for _, name := range names {
		var n int64
		n, err = decodeFile(name, func(f *Fit) error { return use(name, f) })
		if err != nil {
			return err
		}
		if n > 0 {
			torn(name, n)
		}
	}
	return err
}

// An id identifies a line of a run. Two rows of a table with different labels but the same
// parameters have the same key.
type id struct {
	key   string
	place Place
}

func (f *Fit) id() id { return id{f.Key, f.Place()} }

func (a id) compare(b id) int {
	p, q := a.place, b.place
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(p.Dataset, q.Dataset), cmp.Compare(p.Label,
		q.Label),
		cmp.Compare(p.Split, q.Split), p.Seed.Compare(q.Seed))
}

// Current returns the fits of which a table is made, by their place. If a place has several fits,
// it returns the one appended last.
//
// Numbers of different scoring sources must not be in one table. So Current leaves out fits with a
// row that other sources scored than later rows. The places of these are stale. Shipped fits have
// a mark instead.
func Current(fits []Fit) (at map[Place]*Fit, stale map[Place]bool) {
	at, stale = make(map[Place]*Fit, len(fits)), map[Place]bool{}
	var by scorers
	for i := range fits {
		f := &fits[i]
		if old := at[f.Place()]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
			at[f.Place()] = f
		}
		if f.Times.Shipped == "" {
			by.add(f)
		}
	}
	for place, f := range at {
		if f.Times.Shipped == "" && by.later(f) {
			stale[place] = true
			delete(at, place)
		}
	}
	return at, stale
}

// Elsewhere returns a test for shipped fits from other machines than the fits made here: their
// seconds are not comparable.
func Elsewhere(at map[Place]*Fit) func(*Fit) bool {
	here := map[string]bool{}
	for _, f := range at {
		if f.Times.Shipped == "" {
			here[f.Times.Machine] = true
		}
	}
	return func(f *Fit) bool {
		return f.Times.Shipped != "" && len(here) > 0 && !here[f.Times.Machine]
	}
}
