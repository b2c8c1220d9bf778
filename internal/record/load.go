package record

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Load merges the record files of all workers in a run folder. Fits come in the
// order of their keys and places, which does not depend on who ran them when; of
// several lines with one key and place the last appended counts: of one file the later line, whatever a clock said, else by the times that they have. A torn last line is dropped with
// a warning; any other line that cannot be read is an error naming file and line.
func Load(dir string) (fits []Fit, warnings []string, err error) {
	return loadAll(dir, func(string) bool { return true })
}

// loadAll is Load, with warnings of the files that they are wanted of.
func loadAll(dir string, warned func(name string) bool) (fits []Fit, warnings []string, err error) {
	if _, err := Plan(dir); err != nil {
		return nil, nil, err
	}
	names, err := filepath.Glob(filepath.Join(glob(dir), recordsAll))
	if err != nil {
		return nil, nil, fmt.Errorf("record: load: %w", err)
	}
	last := map[id]loaded{}
	for i, name := range names {
		torn, err := loadFile(name, i, last)
		if err != nil {
			return nil, nil, fmt.Errorf("record: load: %w", err)
		}
		if torn > 0 && warned(name) {
			warnings = append(warnings, tornWarning(name, torn))
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(last), id.compare) {
		fits = append(fits, last[at].Fit)
	}
	return fits, warnings, nil
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

// A loaded is a fit with the number of the file that it is in.
type loaded struct {
	Fit
	file int
}

// follows reports whether f was appended after a line that was read before it, by the numbers of their files and its time.
func (f *Fit) follows(file, before int, at time.Time) bool {
	return file == before || !f.Times.Appended.Before(at)
}

func loadFile(name string, number int, last map[id]loaded) (torn int64, err error) {
	file, err := openPath(name, os.O_RDONLY)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	torn, err = eachFit(file, 1, func(f *Fit, _ []byte) error {
		at := f.id()
		if old, ok := last[at]; !ok || f.follows(number, old.file, old.Times.Appended) {
			last[at] = loaded{*f, number}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("%s:%w", name, err)
	}
	return torn, nil
}
