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

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// An appender writes the record file of one worker.
type appender struct {
	name string
	mu   sync.Mutex
	file *os.File
	size int64 // of the whole lines
	torn error // a failed append that could not be undone
}

// Append writes f as one line to the record file of a worker. Before it writes the files that f
// names. All are on disk when it returns. After an error, such as a full disk, the record file has
// only the earlier lines.
//
// A record file that was deleted, replaced or written to by somebody else is an error. Append is
// concurrent for different workers.
func (s *Store) Append(worker int, f Fit) error {
	at, err := s.appendTime(time.Now().UTC())
	if err != nil {
		return fmt.Errorf("record: append: %w", err)
	}
	return s.appendAt(worker, f, at)
}

// appendAt is Append with a given time.
func (s *Store) appendAt(worker int, f Fit, at time.Time) error {
	f, err := detach(f, func(folder string, content []byte) (string, error) {
		return blob.Put(s.dir,
			folder, content)
	})
	if err != nil {
		return err
	}
	f.Times.Appended = at
	line, err := Encode(f)
	if err != nil {
		return err
	}
	a, err := s.appender(worker)
	if err == nil {
		err = a.append(line)
	}
	if err != nil {
		return fmt.Errorf("record: append: %w", err)
	}
	return nil
}

// appendTime returns now, or a later time if an appended line already has that time: a clock may be
// set back.
func (s *Store) appendTime(now time.Time) (time.Time, error) {
	s.mu.Lock()
	unread := s.last.IsZero()
	s.mu.Unlock()
	if unread {
		// A damaged line of another writer, which Load reports, does not keep this fit from its file.
		_ = EachFit(s.dir, func(f *Fit) error { s.see(f); return nil })
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !now.After(s.last) {
		now = s.last.Add(1)
	}
	s.last = now
	return now, nil
}

// see notes the time of a line.
func (s *Store) see(f *Fit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.Times.Appended.After(s.last) {
		s.last = f.Times.Appended
	}
}

// appender returns the appender of a worker. The first call for a worker opens its file.
func (s *Store) appender(worker int) (*appender, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files == nil {
		return nil, errors.New("the store is closed")
	}
	if a := s.files[worker]; a != nil {
		return a, nil
	}
	name := recordFile(s.writer, worker)
	f, err := rundir.Open(s.dir, name, os.O_WRONLY|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return nil, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		err = rundir.Sync(s.dir)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	a := &appender{name: filepath.Join(s.dir, name), file: f, size: size}
	s.files[worker] = a
	return a, nil
}

// append writes lines and their ends, all or none.
func (a *appender) append(lines []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.torn != nil {
		return fmt.Errorf("%s cannot be continued: %w", a.name, a.torn)
	}
	if err := a.check(); err != nil {
		return err
	}
	_, err := a.file.Write(lines)
	if err == nil {
		err = a.file.Sync()
	}
	if err == nil {
		a.size += int64(len(lines))
		return nil
	}
	if undo := a.file.Truncate(a.size); undo != nil {
		a.torn = undo
	}
	return err
}

// check returns an error if somebody else changed the file.
func (a *appender) check() error {
	there, err := os.Stat(a.name)
	if err != nil {
		return fmt.Errorf("the file of records was moved or deleted during the run: %w", err)
	}
	own, err := a.file.Stat()
	if err != nil {
		return err
	}
	if !os.SameFile(own, there) || own.Size() != a.size {
		return fmt.Errorf("%s was replaced or written to by another program while it was written", a.name)
	}
	return nil
}

// Check returns an error if somebody else changed a record file of this store.
func (s *Store) Check() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.files {
		a.mu.Lock()
		err := a.check()
		a.mu.Unlock()
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	return nil
}

// cutTorn truncates a file after its last line end. It returns how many bytes it cut off.
func cutTorn(name string) (torn int64, err error) {
	f, err := rundir.OpenPath(name, os.O_RDWR)
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

// lastLineEnd returns the offset behind the last '\n' in the first size bytes.
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
