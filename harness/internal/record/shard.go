package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// CreateShard is [Create] for one of several processes, on one machine or on several that share the folder, which write
// to it at once. Each has a name of its own, such as "3of8", and writes its own record files: none waits for another.
// The error wraps [ErrInUse] while a process of this machine has the folder under that name, or for itself alone, as
// [Create] and [Open] do. Shards keep locks apart by machine, as not every shared file system has them: two machines that
// both have a shard do its fits twice, and nothing is lost.
func CreateShard(results, name string, plan []byte, shard string) (*Store, error) {
	dir, err := folder(results, name, plan)
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	writer := shard + "@" + unsafeInNames.ReplaceAllString(host, "_")
	return open(dir, plan, writer)
}

// unsafeInNames matches what the name of a machine may not bring into that of a file.
var unsafeInNames = regexp.MustCompile(`[^A-Za-z0-9._-]`)

// shardsLock is the lock that all shards have together.
const shardsLock = lockFile + "-shards"

// lockAs takes the folder for this process: for itself alone, or as a writer that lets others with other names in. The
// locks are held until they are closed. Each side takes its lock before it looks for that of the other.
func lockAs(dir, writer string) (held locks, err error) {
	name := func(file string) string { return filepath.Join(dir, file) }
	if writer == "" {
		err = held.add(acquire(name(lockFile)))
		if err == nil {
			err = held.add(exclude(name(shardsLock)))
		}
		return held, err
	}
	if err = held.add(join(name(shardsLock))); err == nil {
		err = held.add(acquire(name(lockFile + "-" + writer)))
	}
	if noLocks(err) { // then shards do without
		return held, nil
	}
	if err != nil {
		return held, err
	}
	alone, err := join(name(lockFile)) // made, if need be: StateIn looks for it
	if err == nil && alone != nil {
		err = alone.Close()
	}
	if err != nil {
		err = errors.Join(err, held.Close())
	}
	return held, err
}

// locks are files whose locks this process has.
type locks []*os.File

// add adds one, if there is one; on an error it closes all.
func (l *locks) add(f *os.File, err error) error {
	if err != nil {
		return errors.Join(err, l.Close())
	}
	if f != nil {
		*l = append(*l, f)
	}
	return nil
}

// Close releases them.
func (l *locks) Close() error {
	var errs []error
	for _, f := range *l {
		errs = append(errs, f.Close())
	}
	*l = nil
	return errors.Join(errs...)
}

// ownFile reports whether a record file is written by this store, and by no other that may be writing now.
func (s *Store) ownFile(name string) bool {
	return s.writer == "" || strings.HasPrefix(filepath.Base(name), "records-"+s.writer+"-")
}

// recordsOf returns the name of the record file of a worker.
func (s *Store) recordsOf(worker int) string {
	if s.writer == "" {
		return fmt.Sprintf("records-%d.jsonl", worker)
	}
	return fmt.Sprintf("records-%s-%d.jsonl", s.writer, worker)
}

// Shared reports whether other processes may write to the folder at the same time.
func (s *Store) Shared() bool { return s.writer != "" }
