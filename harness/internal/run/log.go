package run

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// logBytes is how much of what a learner says during one fit is kept.
const logBytes = 16 << 20

// A log is the file of what the processes of a fit say, up to a size: a learner
// that prints without end must not fill the disk. It is written by one goroutine
// at a time.
type log struct {
	file *os.File
	left int
}

// openLog opens the log at path to be written on; fresh empties it first.
func openLog(path string, fresh bool) (*log, error) {
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if fresh {
		flags |= os.O_TRUNC
	}
	f, err := rundir.Open(filepath.Dir(path), filepath.Base(path), flags)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &log{f, max(0, logBytes-int(info.Size()))}, nil
}

// Write never says that something was left out.
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

// close closes the log and removes it if nothing was said.
func (l *log) close() {
	info, err := l.file.Stat()
	l.file.Close()
	if err == nil && info.Size() == 0 {
		os.Remove(l.file.Name())
	}
}
