package fit

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// maxLog is the size at which the log of a fit is cut off.
const maxLog = 16 << 20

// A log is the file of what the processes of a fit print, up to maxLog: a learner that prints
// without end must not fill the disk. One goroutine writes it at a time. Without output there is no
// file.
type log struct {
	path string
	file *os.File // nil before the first output
	left int
}

// openLog opens the log at path, which the caller closes; fresh drops an old one. Errors are of the
// store.
func openLog(path string, fresh bool) (*log, error) {
	if fresh {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, &storeError{err}
		}
	}
	return &log{path: path}, nil
}

// Write reports success also for bytes that it drops.
func (l *log) Write(b []byte) (_ int, err error) {
	if l.file == nil && len(b) > 0 {
		if err = l.open(); err != nil {
			return len(b), err
		}
	}
	kept := b[:min(len(b), l.left)]
	if l.left -= len(kept); len(kept) == 0 {
		return len(b), nil
	}
	_, err = l.file.Write(kept)
	if err == nil && l.left == 0 {
		_, err = io.WriteString(l.file, "\n… the rest was dropped\n")
	}
	return len(b), err
}

func (l *log) open() error {
	f, err := rundir.Open(filepath.Dir(l.path), filepath.Base(l.path),
		os.O_WRONLY|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(err, f.Close())
	}
	l.file, l.left = f, max(0, maxLog-int(info.Size()))
	return nil
}

func (l *log) close() {
	if l.file != nil {
		_ = l.file.Close()
	}
}
