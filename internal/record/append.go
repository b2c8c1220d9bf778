package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// An appender writes the record file of one worker.
type appender struct {
	mu   sync.Mutex
	file *os.File
	size int64 // of the whole lines
	torn error // a failed append that could not be undone
}

// Append writes f as one line to the file of the worker, and what has files of its
// own to these before, and waits until all is on disk. On an error, such as a full disk, the line is not there and the
// earlier ones are as they were. Safe for concurrent use, and concurrent for
// different workers.
func (s *Store) Append(worker int, f Fit) error { return s.appendAt(worker, f, time.Now().UTC()) }

// appendAt is Append of what counts as appended at another time.
func (s *Store) appendAt(worker int, f Fit, at time.Time) error {
	f, err := s.detached(f)
	if err != nil {
		return err
	}
	f.Times.Appended = at
	line, err := Encode(f)
	if err != nil {
		return err
	}
	a, err := s.appender(worker)
	if err != nil {
		return fmt.Errorf("record: append: %w", err)
	}
	if err := a.append(line); err != nil {
		return fmt.Errorf("record: append: %w", err)
	}
	return nil
}

func (s *Store) appender(worker int) (*appender, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files == nil {
		return nil, errors.New("the store is closed")
	}
	if a := s.files[worker]; a != nil {
		return a, nil
	}
	name := filepath.Join(s.dir, s.recordsOf(worker))
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		err = syncDir(s.dir)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	a := &appender{file: f, size: size}
	s.files[worker] = a
	return a, nil
}

func (a *appender) append(line []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.torn != nil {
		return fmt.Errorf("%s cannot be continued: %w", a.file.Name(), a.torn)
	}
	_, err := a.file.Write(line)
	if err == nil {
		err = a.file.Sync()
	}
	if err == nil {
		a.size += int64(len(line))
		return nil
	}
	if undo := a.file.Truncate(a.size); undo != nil {
		a.torn = undo
	}
	return err
}

// cutTorn truncates the file after its last line end and returns how many bytes
// that took away.
func cutTorn(name string) (torn int64, err error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	end, err := lastLineEnd(f, size)
	if err != nil || end == size {
		return 0, err
	}
	if err := f.Truncate(end); err != nil {
		return 0, err
	}
	return size - end, f.Sync()
}

// lastLineEnd returns the offset behind the last '\n' of the first size bytes.
func lastLineEnd(r io.ReaderAt, size int64) (int64, error) {
	var block [64 << 10]byte
	for end := size; end > 0; {
		start := max(0, end-int64(len(block)))
		b := block[:end-start]
		if _, err := r.ReadAt(b, start); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
			return start + int64(i) + 1, nil
		}
		end = start
	}
	return 0, nil
}

func tornWarning(name string, torn int64) string {
	return fmt.Sprintf("%s: the last line is torn (%d bytes without a line end) and is dropped: its fit counts as not done", name, torn)
}
