package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Owned reports whether a run folder and its record files belong to the user who runs this process.
// A folder without record files belongs to everyone: it has no fits to reuse.
func Owned(dir string) (bool, error) {
	names, err := rundir.Glob(dir, recordsAll)
	if err != nil {
		return false, fmt.Errorf("record: %w", err)
	}
	if len(names) == 0 {
		return true, nil
	}
	for _, name := range append(names, dir) {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return false, fmt.Errorf("record: %w", err)
		}
		if !rundir.OwnedByUser(info) {
			return false, nil
		}
	}
	return true, nil
}
