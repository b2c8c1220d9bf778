package data

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock keeps other processes from downloading into dir until unlock or the end of this process. On
// a file system without locks it does nothing.
func lock(dir string) (unlock func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err,
		syscall.EWOULDBLOCK) {
		f.Close()
		return nil, fmt.Errorf("another process is downloading into %s; wait for it", dir)
	}
	return func() { f.Close() }, nil
}
