package lock

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// acquire takes a lock file: alone (LOCK_EX), or together with others (LOCK_SH). The lock lasts
// until the file is closed or the process ends. The error wraps [ErrInUse] if another process has
// it.
func acquire(name string, how int) (*os.File, error) {
	f, err := rundir.OpenPath(name, os.O_RDWR|os.O_CREATE) // NFS locks exclusively only for writing
	if err != nil {
		return nil, err
	}
	switch err = flock(f, how); {
	case err == nil:
		return f, nil
	case errors.Is(err, syscall.EWOULDBLOCK) && flock(f, syscall.LOCK_SH) == nil:
		if flock(f, how) == nil { // the holder has ended just now
			return f, nil
		}
		err = fmt.Errorf("%w by shards: wait for them or stop them", ErrInUse)
	case errors.Is(err, syscall.EWOULDBLOCK):
		holder, _ := io.ReadAll(io.LimitReader(f, 32)) // for the message
		err = fmt.Errorf("%w by process %s: wait for it or stop it", ErrInUse,
			strings.TrimSpace(string(holder)))
	default:
		err = fmt.Errorf("lock %s: %w", name, err)
	}
	return nil, errors.Join(err, f.Close())
}

// acquireAlone takes a lock file alone and writes the process ID into it.
func acquireAlone(name string) (*os.File, error) {
	f, err := acquire(name, syscall.LOCK_EX)
	if err != nil {
		return nil, err
	}
	if err = f.Truncate(0); err == nil {
		_, err = fmt.Fprintln(f, os.Getpid())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", name, err), f.Close())
	}
	return f, nil
}

// noLocks reports whether an error says that the file system has no locks.
func noLocks(err error) bool {
	return errors.Is(err, syscall.ENOLCK) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err,
		syscall.ENOSYS)
}

func flock(f *os.File, how int) error { return syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB) }
