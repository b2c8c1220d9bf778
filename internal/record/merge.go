package record

import (
	"bytes"
	"fmt"
	"os"
	"slices"
)

// Merge appends to the store what other run folders of the same plan have and it has not, such as those that other machines wrote, with all files. It returns
// how many fits that were, and warnings of torn lines. Where two have one fit with other evidence, whatever its times, the error names both and in what they differ, and nothing
// is appended.
func (s *Store) Merge(dirs []string) (added int, warnings []string, err error) {
	plan, err := Plan(s.dir)
	if err != nil {
		return 0, nil, err
	}
	type origin struct {
		fit Fit
		dir string
	}
	have := map[id]origin{}
	missing := make([][]Fit, len(dirs))
	for i, dir := range append([]string{s.dir}, dirs...) {
		if i > 0 && sameFile(dir, s.dir) {
			continue
		}
		other, err := Plan(dir)
		if err != nil {
			return 0, warnings, err
		}
		if !bytes.Equal(plan, other) {
			return 0, warnings, fmt.Errorf("record: merge: %s is of another plan than %s: a suite that holds what both do takes their fits over when it is run (-from)", dir, s.dir)
		}
		fits, torn, err := Load(dir)
		if err != nil {
			return 0, warnings, err
		}
		warnings = append(warnings, torn...)
		for _, f := range fits {
			at := id{f.Key, f.Place()}
			old, ok := have[at]
			switch {
			case ok && !Equal(old.fit, f):
				return 0, warnings, fmt.Errorf("record: merge: %s on %s, split %d, seed %s (%.8s): %s has other evidence than %s: %s: find out why, or leave one of them out",
					f.Label, f.Dataset, f.Split, f.Seed, f.Key, dir, old.dir, Differences(old.fit, f)[0])
			case !ok:
				have[at] = origin{f, dir}
				if i > 0 {
					missing[i-1] = append(missing[i-1], f)
				}
			}
		}
	}
	for i, fits := range missing {
		if err := s.Take(dirs[i], fits, func(f *Fit) string { return f.Key }); err != nil {
			return added, warnings, err
		}
		for _, f := range slices.Clone(fits) {
			if err := s.Append(0, f); err != nil {
				return added, warnings, err
			}
			added++
		}
	}
	return added, warnings, nil
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
