//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package record

import (
	"fmt"
	"os"
)

// acquire marks the folder as this process's; without flock nothing can be held
// against another process, so that two of them must not write at once.
func acquire(name string) (*os.File, error) {
	f, err := openPath(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(f, os.Getpid()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// share knows of no other process without flock.
func share(name string) (*os.File, error) { return openPath(name, os.O_RDONLY) }

// join and exclude hold nothing against another process.
func join(string) (*os.File, error)    { return nil, nil }
func exclude(string) (*os.File, error) { return nil, nil }

func noLocks(error) bool { return false }
