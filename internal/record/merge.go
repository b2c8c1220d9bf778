package record

import (
	"bytes"
	"fmt"
	"os"
)

// Merge appends to the store what other run folders of the same plan have and it has not, such as those that other
// machines wrote, with all files. It returns how many fits that were, and warnings of torn lines. Where two have
// one fit with other evidence, whatever its times, the error names both and in what they differ, and nothing is
// appended.
func (s *Store) Merge(dirs []string) (added int, warnings []string, err error) {
	m := merger{store: s, have: map[id]origin{}}
	if m.plan, err = Plan(s.dir); err == nil {
		_, err = m.lacks(s.dir)
	}
	missing := map[string][]Fit{}
	for _, dir := range dirs {
		if err == nil && !SameFolder(dir, s.dir) && missing[dir] == nil {
			missing[dir], err = m.lacks(dir)
		}
	}
	if err != nil {
		return 0, m.warnings, err
	}
	for _, dir := range dirs {
		if err := s.Take(dir, missing[dir], func(f *Fit) string { return f.Key }); err != nil {
			return added, m.warnings, err
		}
		for _, f := range missing[dir] {
			if err := s.Append(0, f); err != nil {
				return added, m.warnings, err
			}
			added++
		}
		delete(missing, dir) // which may be named twice
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

// lacks returns the fits of a folder that none before it has, or how it does not go with these.
func (m *merger) lacks(dir string) (lacking []Fit, err error) {
	plan, err := Plan(dir)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(m.plan, plan) {
		return nil, fmt.Errorf("record: merge: %s is of another plan than %s: "+
			"a suite that holds what both do takes their fits over when it is run (-from)", dir, m.store.dir)
	}
	fits, torn, err := Load(dir)
	m.warnings = append(m.warnings, torn...)
	if err != nil {
		return nil, err
	}
	for _, f := range fits {
		at := id{f.Key, f.Place()}
		old, ok := m.have[at]
		switch {
		case ok && !Equal(old.fit, f):
			return nil, fmt.Errorf("record: merge: %s on %s, split %d, seed %s (%.8s): %s has other evidence than %s: %s: "+
				"find out why, or leave one of them out",
				f.Label, f.Dataset, f.Split, f.Seed, f.Key, dir, old.dir, Differences(old.fit, f)[0])
		case !ok:
			m.have[at] = origin{f, dir}
			lacking = append(lacking, f)
		}
	}
	return lacking, nil
}

// SameFolder reports whether two paths lead to one folder.
func SameFolder(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
