package fit

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// maxLog is the size at which the log of a fit is cut off.
const maxLog = 16 << 20

// A log is the file of what the processes of a fit print, up to maxLog: a learner that prints
// without end must not fill the disk. One goroutine writes it at a time.
type log struct {
	file *os.File
	left int
}

// openLog opens the log at path, which the caller closes; fresh empties it first. Errors are of the
// store.
func openLog(path string, fresh bool) (*log, error) {
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if fresh {
		flags |= os.O_TRUNC
	}
	f, err := rundir.Open(filepath.Dir(path), filepath.Base(path), flags)
	if err != nil {
		return nil, &storeError{err}
	}
	info, err := f.Stat()
	if err != nil {
		return nil, &storeError{errors.Join(err, f.Close())}
	}
	return &log{f, max(0, maxLog-int(info.Size()))}, nil
}

// Write reports success also for bytes that it drops.
func (l *log) Write(b []byte) (int, error) {
	kept := b[:min(len(b), l.left)]
	if l.left -= len(kept); len(kept) == 0 {
		return len(b), nil
	}
	_, err := l.file.Write(kept)
	if err == nil && l.left == 0 {
		_, err = io.WriteString(l.file, "\n… the rest was dropped\n")
	}
	return len(b), err
}

// close closes the log, and removes it if it is empty.
func (l *log) close() {
	info, err := l.file.Stat()
	l.file.Close()
	if err == nil && info.Size() == 0 {
		os.Remove(l.file.Name())
	}
}
