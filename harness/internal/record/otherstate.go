package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// StateIn returns what a process stored in run folder dir for the fit with that key, and leaves it there; nil if there
// is nothing. The error wraps [ErrInUse] while a process has the folder open for writing: it may be going on with that
// fit itself.
func StateIn(dir, key string) ([]byte, error) {
	s := &Store{dir: dir}
	state, err := s.State(key)
	if state == nil || err != nil {
		return nil, err
	}
	lock, err := share(filepath.Join(dir, lockFile))
	if errors.Is(err, fs.ErrNotExist) { // nobody has ever written to it here
		return state, nil
	}
	if err == nil {
		var shards *os.File
		if shards, err = exclude(filepath.Join(dir, shardsLock)); shards != nil {
			err = errors.Join(err, shards.Close())
		}
		err = errors.Join(err, lock.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", dir, err)
	}
	return state, nil
}
