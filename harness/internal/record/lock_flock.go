//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"
)

// acquire takes the lock file for this process, until it is closed or the
// process ends in whatever way. The file holds the pid of its holder. Who shares it is waited for: that takes a moment.
func acquire(name string) (*os.File, error) {
	f, err := openPath(name, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	for err = flock(f, syscall.LOCK_EX); errors.Is(err, syscall.EWOULDBLOCK); err = flock(f, syscall.LOCK_EX) {
		if flock(f, syscall.LOCK_SH) != nil { // nor can it be shared
			holder, _ := io.ReadAll(io.LimitReader(f, 32)) // only to name it
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

// share keeps the lock file from being acquired until it is closed. The error wraps [ErrInUse] while a process holds it, and [fs.ErrNotExist] where there is none,
// as where nobody has written.
func share(name string) (*os.File, error) {
	f, err := openPath(name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	err = flock(f, syscall.LOCK_SH)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrInUse
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// join takes the lock file together with others that do.
func join(name string) (*os.File, error) {
	f, err := openPath(name, os.O_RDWR|os.O_CREATE)
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

// exclude takes the lock file from those who join; nil where none ever has. The error wraps [ErrInUse] while one has it.
func exclude(name string) (*os.File, error) {
	f, err := openPath(name, os.O_RDWR) // to write, as NFS wants of an exclusive lock
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

// noLocks reports whether an error says that a file system has none.
func noLocks(err error) bool {
	return errors.Is(err, syscall.ENOLCK) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS)
}

func flock(f *os.File, how int) error { return syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB) }
