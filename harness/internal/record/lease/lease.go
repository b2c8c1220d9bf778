// Package lease divides the fits of a run folder among the shards of a run.
//
// A lease of a fit is a symbolic link. Its name is the key of the fit and its target, which does
// not exist, the name of the shard. Only one process can make a link, also on NFS.
package lease

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Folder is the folder of leases in a run folder.
const Folder = "leases"

// Leases are the leases in a run folder, as seen by one of its shards. Its methods may be called
// concurrently.
type Leases struct {
	Dir   string // the run folder
	Shard string // name of the shard; "" for a process that has the folder alone
}

// Take takes a lease of the fit with a key for the shard. It returns false if a shard has the lease
// already. A lease outlasts its fit.
func (l Leases) Take(key string) (bool, error) {
	err := rundir.MakeFolder(filepath.Join(l.Dir, Folder))
	if err == nil {
		err = os.Symlink(l.Shard, l.path(key))
	}
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("lease: take: %w", err)
	}
	return true, nil
}

// Release gives back the lease of a fit that is not done.
func (l Leases) Release(key string) error {
	if err := os.Remove(l.path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("lease: release: %w", err)
	}
	return nil
}

// ReleaseOwn gives back the leases that the shard took before it was interrupted, on this or
// another machine, of the fits with the given keys.
func (l Leases) ReleaseOwn(left map[string]bool) error {
	all, err := l.All()
	if err != nil {
		return err
	}
	for key := range all {
		if !left[key] {
			continue
		}
		if shard, err := os.Readlink(l.path(key)); err == nil && shard == l.Shard {
			if err := l.Release(key); err != nil {
				return err
			}
		}
	}
	return nil
}

// ReleaseAll gives back all leases. No shard may be running.
func (l Leases) ReleaseAll() error {
	if err := os.RemoveAll(filepath.Join(l.Dir, Folder)); err != nil {
		return fmt.Errorf("lease: release: %w", err)
	}
	return nil
}

// All returns the keys of the fits with a lease, of any shard.
func (l Leases) All() (map[string]bool, error) {
	names, err := rundir.Names(filepath.Join(l.Dir, Folder))
	if err != nil {
		return nil, fmt.Errorf("lease: %w", err)
	}
	return names, nil
}

func (l Leases) path(key string) string { return filepath.Join(l.Dir, Folder, key) }
