package record

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Load merges the record files of all workers in a run folder. Fits come in the
// order of their keys and places, which does not depend on who ran them when; of
// several lines with one key and place the last appended counts: of one file the later line, whatever a clock said, else by the times that they have. A torn last line is dropped with
// a warning; any other line that cannot be read is an error naming file and line. A cut, such as
// [DropCurve], takes away from each fit what need not be in memory.
func Load(dir string, cut ...func(*Fit)) (fits []Fit, warnings []string, err error) {
	return loadFits(dir, func(string) bool { return true }, cut...)
}

// DropCurve takes away the checkpoints of a fit but the last: most of its line, and no number of a table.
func DropCurve(f *Fit) {
	n := max(len(f.Checkpoints)-1, 0)
	f.Checkpoints, f.Times.Checkpoints = slices.Clone(f.Checkpoints[n:]), slices.Clone(f.Times.Checkpoints[n:])
}

// loadFits is [Load]. It warns only of files for which warned returns true.
func loadFits(dir string, warned func(name string) bool, cut ...func(*Fit)) (fits []Fit, warnings []string, err error) {
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
		if old, ok := last[at]; !ok || name == old.file || !f.Times.Appended.Before(old.fit.Times.Appended) {
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
	for _, at := range slices.SortedFunc(maps.Keys(last), id.compare) {
		fits = append(fits, *last[at].fit)
	}
	return fits, warnings, nil
}

// EachFit calls use with the fit of each whole line of a run folder, file by file, until it returns an
// error. It holds a few lines at a time in memory. A process may write to the folder meanwhile.
func EachFit(dir string, use func(f *Fit) error) error {
	err := eachFitOf(dir, func(_ string, f *Fit) error { return use(f) }, func(string, int64) {})
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// eachIn is Each with the name of the file of each fit. It calls torn for each file that ends in a
// torn line of so many bytes.
func eachFitOf(dir string, use func(name string, f *Fit) error, torn func(name string, bytes int64)) error {
	names, err := rundir.Glob(dir, recordsAll)
	for _, name := range names {
		var n int64
		n, err = decodeFile(name, func(f *Fit, _ []byte) error { return use(name, f) })
		if err != nil {
			return err
		}
		if n > 0 {
			torn(name, n)
		}
	}
	return err
}

// An id tells lines of a run apart: two rows of a table that differ in nothing but
// their label have one key.
type id struct {
	key   string
	place Place
}

func (f *Fit) id() id { return id{f.Key, f.Place()} }

func (a id) compare(b id) int {
	p, q := a.place, b.place
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(p.Dataset, q.Dataset), cmp.Compare(p.Label, q.Label),
		cmp.Compare(p.Split, q.Split), p.Seed.Compare(q.Seed))
}

// Current returns the fits that a table is made of, by their place: of several in one place the last
// appended one, and none with a row that other sources scored than later rows. Numbers of both cannot
// be in one table. The places of these are stale.
func Current(fits []Fit) (at map[Place]*Fit, stale map[Place]bool) {
	at, stale = make(map[Place]*Fit, len(fits)), map[Place]bool{}
	var by scorers
	for i := range fits {
		f := &fits[i]
		if old := at[f.Place()]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
			at[f.Place()] = f
		}
		by.add(f)
	}
	for place, f := range at {
		if by.later(f) {
			stale[place] = true
			delete(at, place)
		}
	}
	return at, stale
}
