package reuse

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// OwnFolders returns the folders in others that belong to this user or to trusted places: run
// folders, or folders of them. It notes the number of all others. own and from must belong, or it
// returns an error.
func OwnFolders(own string, from, others, trusted []string, note func(string)) ([]string, error) {
	foreign := func(dir string) (bool, error) {
		if slices.ContainsFunc(
			trusted,
			func(t string) bool { return rundir.Same(t, dir) || rundir.Same(t, filepath.Dir(dir)) },
		) {
			return false, nil
		}
		owned, err := record.Owned(dir)
		return err == nil && !owned, err
	}
	for _, dir := range append([]string{own}, from...) {
		if not, err := foreign(dir); err != nil || not {
			return nil, cmp.Or(
				err, fmt.Errorf("%s belongs to another user\nhint: -trust %s reuses its fits", dir, dir),
			)
		}
	}
	var left []string
	others = slices.DeleteFunc(slices.Clone(others), func(dir string) bool {
		not, err := foreign(dir)
		if not {
			left = append(left, dir)
		}
		return not || err != nil // it was removed just now
	})
	if len(left) > 0 {
		note(
			fmt.Sprintf(
				"%d run folders belong to other users and are not read, such as %s\nhint: -trust %s reuses "+
					"its fits",
				len(left),
				left[0],
				left[0],
			),
		)
	}
	return others, nil
}
