package data

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// A State is the state of one file or folder of a dataset in the data folder.
type State struct {
	File File
	Path string // actual or expected path
	Size int64  // bytes as stored, 0 when absent
	// nil: the published content, if it has a checksum; wraps fs.ErrNotExist: absent; otherwise the
	// fault
	Err error
}

// String returns "present", "absent" or "changed".
func (s State) String() string {
	switch {
	case s.Err == nil:
		return "present"
	case errors.Is(s.Err, fs.ErrNotExist):
		return "absent"
	}
	return "changed"
}

// Verify recomputes the checksum of every file of the dataset in the data folder dir (empty: as for
// [Load]). A generated dataset has no files. The fault of a file is in its State; the error means
// that there is no data folder or that ctx ended. O(size of the content).
func (e Entry) Verify(ctx context.Context, dir string) ([]State, error) {
	return e.states(ctx, dir, func(*State) error { return nil })
}

// states returns the state of every file after mend.
func (e Entry) states(ctx context.Context, dir string, mend func(*State) error) ([]State, error) {
	_, err := Folder(dir)
	states := make([]State, 0, len(e.Files))
	for i := 0; i < len(e.Files) && err == nil; i++ {
		s := e.state(ctx, e.Files[i], dir)
		if err = ctx.Err(); err == nil {
			err = mend(&s)
		}
		states = append(states, s)
	}
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", e.Name, err)
	}
	return states, nil
}

// state returns the state of f in dir. Without a published checksum its files need only exist.
func (e Entry) state(ctx context.Context, f File, dir string) State {
	s := State{File: f}
	var sum []byte
	s.Path, sum, s.Err = e.walk(f, dir, func(file *os.File) (sum []byte, err error) {
		if info, err := file.Stat(); err == nil {
			s.Size += info.Size()
		}
		if f.SHA256 == "" {
			return nil, nil
		}
		if sum, err = digest(ctx, file); err != nil {
			err = fmt.Errorf("%s is not the published file: %w", file.Name(), err)
		}
		return sum, err
	})
	if s.Err == nil && f.SHA256 != "" {
		if err := f.check(sum); err != nil {
			kind, _ := f.kind()
			s.Err = fmt.Errorf("%s is not the published %s: %w", s.Path, kind, err)
		}
	}
	return s
}

// check returns an error unless sum is the published checksum of f.
func (f File) check(sum []byte) error {
	if have := hex.EncodeToString(sum); have != f.SHA256 {
		_, of := f.kind()
		return fmt.Errorf("the sha256 of %s is %s, not %s", of, have, f.SHA256)
	}
	return nil
}

// digest returns the checksum of the content of the stored file r, uncompressed.
func digest(ctx context.Context, r io.Reader) ([]byte, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, newContent(whileReader{ctx, r})); err != nil {
		return nil, err
	}
	return sum.Sum(nil), nil
}

// A whileReader reads until its context ends.
type whileReader struct {
	ctx context.Context
	r   io.Reader
}

func (w whileReader) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.r.Read(p)
}
