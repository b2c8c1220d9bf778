// Package rundir reads and writes the files of run folders.
//
// A run folder may come from somebody else. So no function opens a link, a pipe or a device in
// place of a file, and none leaves the run folder.
package rundir

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrNoFile marks a link, pipe or device in place of a regular file of a run folder.
var ErrNoFile = errors.New("it is no regular file: links, pipes and devices in run folders are not opened")

// MaxRead is the size in bytes of the largest file read into memory.
const MaxRead = 1 << 31

// Open opens the file at path name below the run folder dir; flag is as in [os.OpenFile]. It
// refuses a link, a pipe or a device in place of the file, and a path leading out of the run
// folder. It never waits for the other end of a pipe. The error of a missing file wraps
// [fs.ErrNotExist].
func Open(dir, name string, flag int) (*os.File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	failed := func(err error) error {
		return &fs.PathError{Op: "open", Path: filepath.Join(dir, name), Err: err}
	}
	info, err := root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, failed(ErrNoFile)
	}
	if err != nil && (flag&os.O_CREATE == 0 || !errors.Is(err, fs.ErrNotExist)) {
		return nil, failed(errors.Unwrap(err))
	}
	f, err := root.OpenFile(name, flag|syscall.O_NONBLOCK, 0o666)
	if err != nil {
		return nil, failed(errors.Unwrap(err))
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() { // it was replaced meanwhile
		err = failed(ErrNoFile)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// OpenPath is [Open] for the path of a file directly in a run folder.
func OpenPath(path string, flag int) (*os.File, error) {
	return Open(filepath.Dir(path), filepath.Base(path), flag)
}

// Read returns the content of a file below a run folder. It opens it with [Open].
func Read(dir, name string) ([]byte, error) {
	f, err := Open(dir, name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > MaxRead {
		return nil, fmt.Errorf("%s is damaged: it has %d MB", filepath.Join(dir, name), info.Size()>>20)
	}
	var content bytes.Buffer
	content.Grow(int(info.Size()) + bytes.MinRead)
	_, err = content.ReadFrom(io.LimitReader(f, MaxRead))
	return content.Bytes(), err
}

// Write writes a file below a run folder. It opens it with [Open].
func Write(dir, name string, content []byte) error {
	f, err := Open(dir, name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}
