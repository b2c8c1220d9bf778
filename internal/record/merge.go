package record

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
)

// Merge appends to the store what other run folders of the same plan have and it has not, such as those that other
// machines wrote, with all files and the times at which they were appended there: of a fit by several builds the
// last one stays the last. It returns how many fits that were, and warnings of torn lines. Where two folders have
// one fit with other evidence ([Differences]), the error names both and in what they differ, and nothing is
// appended. Of the same evidence the one that kept more files counts, such as predictions, or has more metrics.
func (s *Store) Merge(dirs []string) (added int, warnings []string, err error) {
	m := merger{store: s, have: map[id]origin{}}
	if m.plan, err = Plan(s.dir); err == nil {
		err = m.read(s.dir)
	}
	for _, dir := range dirs {
		if err == nil && !SameFolder(dir, s.dir) {
			err = m.read(dir)
		}
	}
	if err != nil {
		return 0, m.warnings, err
	}
	lacking := slices.DeleteFunc(slices.Collect(maps.Values(m.have)), func(o origin) bool { return o.dir == s.dir })
	slices.SortFunc(lacking, func(a, b origin) int {
		return cmp.Or(a.fit.Times.Appended.Compare(b.fit.Times.Appended), a.fit.id().compare(b.fit.id()))
	})
	for _, dir := range dirs {
		var fits []Fit
		for i := range lacking {
			if lacking[i].dir == dir {
				fits = append(fits, lacking[i].fit)
			}
		}
		if err := s.Take(dir, fits, func(f *Fit) string { return f.Key }); err != nil {
			return 0, m.warnings, err
		}
	}
	for i := range lacking {
		if err := s.appendAt(0, lacking[i].fit, lacking[i].fit.Times.Appended); err != nil {
			return added, m.warnings, err
		}
		added++
	}
	return added, m.warnings, nil
}

// A merger knows the fits of all folders so far.
type merger struct {
	store    *Store
	plan     []byte
	have     map[id]origin
	warnings []string
}

// An origin is a fit with the folder that has it.
type origin struct {
	fit Fit
	dir string
}

// read adds the fits of a folder, or says how it does not go with those before.
func (m *merger) read(dir string) error {
	plan, err := Plan(dir)
	if err != nil {
		return err
	}
	if !bytes.Equal(m.plan, plan) {
		return fmt.Errorf("record: merge: %s is of another plan than %s: "+
			"a suite that holds what both do takes their fits over when it is run (-from)", dir, m.store.dir)
	}
	fits, torn, err := Load(dir)
	m.warnings = append(m.warnings, torn...)
	if err != nil {
		return err
	}
	for _, f := range fits {
		old, ok := m.have[f.id()]
		switch {
		case !ok:
			m.have[f.id()] = origin{f, dir}
		case old.dir == dir: // which is named twice
		default:
			if diff := Differences(old.fit, f); diff != nil {
				return fmt.Errorf("record: merge: %s on %s, split %d, seed %s (%.8s): %s has other evidence than %s: %s: "+
					"find out why, or leave one of them out",
					f.Label, f.Dataset, f.Split, f.Seed, f.Key, dir, old.dir, diff[0])
			}
			if cmp.Or(cmp.Compare(len(f.files()), len(old.fit.files())), cmp.Compare(f.numbers(), old.fit.numbers())) > 0 {
				if !f.Times.Appended.After(old.fit.Times.Appended) { // for it to be the last of both also if both are in the store
					f.Times.Appended = old.fit.Times.Appended.Add(1)
				}
				m.have[f.id()] = origin{f, dir}
			}
		}
	}
	return nil
}

// numbers counts the metrics of all rows.
func (f *Fit) numbers() (n int) {
	for i := range f.Rows {
		n += len(f.Rows[i].Metrics)
	}
	return n
}

// SameFolder reports whether two paths lead to one folder.
func SameFolder(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
