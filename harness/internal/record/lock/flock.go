package lock

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// acquire takes the lock file for this process and writes the process ID into it. The lock lasts
// until the file is closed or the process ends. acquire waits for processes that share the file,
// for at most a moment each.
func acquire(name string) (*os.File, error) {
	f, err := rundir.OpenPath(name, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	for err = flock(f, syscall.LOCK_EX); errors.Is(err, syscall.EWOULDBLOCK); err = flock(f,
		syscall.LOCK_EX) {
		if flock(f, syscall.LOCK_SH) != nil { // another process acquired it
			holder, _ := io.ReadAll(io.LimitReader(f, 32)) // for the message
			return nil, errors.Join(fmt.Errorf("%w by process %s: wait for it or stop it", ErrInUse,
				strings.TrimSpace(string(holder))), f.Close())
		}
		if err := flock(f, syscall.LOCK_UN); err != nil {
			return nil, errors.Join(fmt.Errorf("lock %s: %w", name, err), f.Close())
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = fmt.Fprintln(f, os.Getpid())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", name, err), f.Close())
	}
	return f, nil
}

// share keeps the lock file from being acquired until it is closed. It opens the file with flag:
// os.O_RDONLY, or os.O_RDWR|os.O_CREATE to make a missing file. The error wraps [ErrInUse] if a
// process has acquired it, and [fs.ErrNotExist] if the file is missing.
func share(name string, flag int) (*os.File, error) {
	f, err := rundir.OpenPath(name, flag)
	if err != nil {
		return nil, err
	}
	if err = flock(f, syscall.LOCK_SH); errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrInUse
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// exclude takes the lock file that [share] shares. It returns nil if the file is missing. The error
// wraps [ErrInUse] while a process shares it.
func exclude(name string) (*os.File, error) {
	f, err := rundir.OpenPath(name, os.O_RDWR) // NFS locks exclusively only for writing
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err = flock(f, syscall.LOCK_EX); errors.Is(err, syscall.EWOULDBLOCK) {
		err = fmt.Errorf("%w by shards: wait for them or stop them", ErrInUse)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// noLocks reports whether an error says that the file system has no locks.
func noLocks(err error) bool {
	return errors.Is(err, syscall.ENOLCK) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err,
		syscall.ENOSYS)
}

func flock(f *os.File, how int) error { return syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB) }
