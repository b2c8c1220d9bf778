// Package lock keeps processes from writing to one run folder at the same time.
//
// One process has a run folder for itself, or several shards have it together, each under its own
// name. Locks end with their process, however it ends. They are locks of the file system (flock).
package lock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrInUse: another process has the run folder open for writing.
var ErrInUse = errors.New("the run is in use")

// File is the name of the lock file in a run folder. It holds the process ID of its holder.
const File = "lock"

// shardsFile is the lock file that all shards share.
const shardsFile = File + "-shards"

// Locks are lock files whose locks this process has.
type Locks []*os.File

// Alone takes a run folder for this process alone. The error wraps [ErrInUse] if another process
// has it. Both Alone and [Shard] take their own lock before they look for the other's.
func Alone(dir string) (held Locks, err error) {
	if err = held.add(acquire(filepath.Join(dir, File))); err == nil {
		err = held.add(exclude(filepath.Join(dir, shardsFile)))
	}
	return held, err
}

// Shard takes a run folder for the shard of that name, beside shards with other names. The error
// wraps [ErrInUse] if a process has the folder for itself or under this name. On a file system
// without locks Shard takes none.
func Shard(dir, name string) (held Locks, err error) {
	if err = held.add(share(filepath.Join(dir, shardsFile), os.O_RDWR|os.O_CREATE)); err == nil {
		err = held.add(acquire(filepath.Join(dir, File+"-"+name)))
	}
	if noLocks(err) {
		return held, nil
	}
	if err != nil {
		return held, err
	}
	alone, err := share(filepath.Join(dir, File), os.O_RDWR|os.O_CREATE) // Idle looks for this file
	if err == nil {
		err = alone.Close()
	}
	if err != nil {
		err = errors.Join(err, held.Close())
	}
	return held, err
}

// Share keeps [Alone] from taking a run folder until the file is closed. The error wraps [ErrInUse]
// if a process has the folder alone, and [fs.ErrNotExist] if no process has ever written to it.
func Share(dir string) (*os.File, error) { return share(filepath.Join(dir, File), os.O_RDONLY) }

// Idle returns an error that wraps [ErrInUse] if a process has a run folder open for writing, alone
// or as a shard.
func Idle(dir string) error {
	alone, err := Share(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		var shards *os.File
		if shards, err = exclude(filepath.Join(dir, shardsFile)); shards != nil {
			err = errors.Join(err, shards.Close())
		}
		err = errors.Join(err, alone.Close())
	}
	if err != nil {
		return fmt.Errorf("lock: %s: %w", dir, err)
	}
	return nil
}

// add adds a lock file unless it is nil. After an error it closes all.
func (l *Locks) add(f *os.File, err error) error {
	if err != nil {
		return errors.Join(err, l.Close())
	}
	if f != nil {
		*l = append(*l, f)
	}
	return nil
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
