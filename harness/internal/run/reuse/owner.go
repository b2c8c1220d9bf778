package reuse

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// OwnFolders returns the folders of this user among others, and notes the number of the rest. own
// must be a folder of the user, or stand in from: the folders that the user has named.
func OwnFolders(own string, from, others []string, note func(string)) (ours []string, err error) {
	owned, err := record.Owned(own)
	named := slices.ContainsFunc(from, func(dir string) bool { return rundir.Same(dir, own) })
	if err != nil || !owned && !named {
		return nil, cmp.Or(
			err, fmt.Errorf("%s belongs to another user\nhint: -from %s reuses its fits", own, own),
		)
	}
	var foreign []string
	for _, dir := range others {
		switch owned, err := record.Owned(dir); {
		case err != nil: // it was removed just now
		case owned:
			ours = append(ours, dir)
		default:
			foreign = append(foreign, dir)
		}
	}
	if len(foreign) > 0 {
		note(fmt.Sprintf("%d run folders belong to other users and are not read, such as %s\nhint: "+
			"-from %s reuses its fits", len(foreign), foreign[0], foreign[0]))
	}
	return ours, nil
}
