// Package lock keeps processes from writing to one run folder at the same time.
//
// One process has a run folder for itself, or several shards have it together, each under its own
// name. Locks end with their process, however it ends. They are locks of the file system (flock).
package lock

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// ErrInUse: another process has the run folder open for writing.
var ErrInUse = errors.New("the run is in use")

// File is the name of the lock file in a run folder. A process alone holds it, and all shards share
// it. Each shard holds another file, with its own name behind this one.
const File = "lock"

// Locks are lock files whose locks this process has.
type Locks []*os.File

// Alone takes a run folder for this process alone. The error wraps [ErrInUse] if another process
// has it.
func Alone(dir string) (Locks, error) {
	f, err := acquireAlone(filepath.Join(dir, File))
	if err != nil {
		return nil, err
	}
	return Locks{f}, nil
}

// Shard takes a run folder for the shard of that name, beside shards with other names. The error
// wraps [ErrInUse] if a process has the folder for itself or under this name. On a file system
// without locks Shard takes none.
func Shard(dir, name string) (Locks, error) {
	all, err := acquire(filepath.Join(dir, File), syscall.LOCK_SH)
	if noLocks(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	own, err := acquireAlone(filepath.Join(dir, File+"-"+name))
	if err != nil {
		return nil, errors.Join(err, all.Close())
	}
	return Locks{all, own}, nil
}

// Close releases the locks.
func (l *Locks) Close() error {
	var errs []error
	for _, f := range *l {
		errs = append(errs, f.Close())
	}
	*l = nil
	return errors.Join(errs...)
}
