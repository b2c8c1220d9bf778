package data

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	dir, why, err := folder(dir)
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", e.Name, err)
	}
	states := make([]State, 0, len(e.Files))
	for _, f := range e.Files {
		s := e.state(ctx, f, dir, why)
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("data: %s: %w", e.Name, err)
		}
		states = append(states, s)
	}
	return states, nil
}

// state returns the state of f in dir.
func (e Entry) state(ctx context.Context, f File, dir, why string) State {
	if len(f.Names) > 0 {
		return e.folderState(ctx, f, dir, why)
	}
	s := State{File: f, Path: f.in(dir)}
	file, err := f.open(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.Err = e.missing(f, dir, why)
		return s
	case err != nil:
		s.Err = err
		return s
	}
	defer file.Close()
	s.Path = file.Name()
	if info, err := file.Stat(); err == nil {
		s.Size = info.Size()
	}
	if err := f.check(ctx, file); err != nil {
		s.Err = fmt.Errorf("%s is not the published file: %w", s.Path, err)
	}
	return s
}

// check returns nil if the content of the stored file r, uncompressed, has f's
// checksum.
func (f File) check(ctx context.Context, r io.Reader) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, newContent(whileReader{ctx, r})); err != nil {
		return err
	}
	if have := hex.EncodeToString(sum.Sum(nil)); have != f.SHA256 {
		return fmt.Errorf("the sha256 of the uncompressed content is %s, not %s", have, f.SHA256)
	}
	return nil
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
