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

// state returns the state of f in dir. Without a published checksum its files need only exist.
func (e Entry) state(ctx context.Context, f File, dir, why string) State {
	s, list := State{File: f, Path: f.in(dir)}, sha256.New()
	var sum []byte
	for i, part := range f.files() {
		// a missing file ends it: the error says how to get all of f
		file, err := part.open(dir)
		if err != nil {
			s.Err = e.absent(f, part, dir, why, err)
			return s
		}
		if f.Names == nil {
			s.Path = file.Name()
		}
		if info, err := file.Stat(); err == nil {
			s.Size += info.Size()
		}

		// the checksum of a folder is that of the list of checksums
		if f.SHA256 != "" {
			sum, err = digest(ctx, file)
		}
		if err := errors.Join(err, file.Close()); err != nil {
			s.Err = fmt.Errorf("%s is not the published file: %w", file.Name(), err)
			return s
		}
		if f.Names != nil {
			f.list(list, sum, i)
		}
	}
	if f.Names != nil {
		sum = list.Sum(nil)
	}
	if have := hex.EncodeToString(sum); f.SHA256 != "" && have != f.SHA256 {
		kind, of := f.kind()
		s.Err = fmt.Errorf("%s is not the published %s: the sha256 of %s is %s, not %s", s.Path, kind,
			of, have, f.SHA256)
	}
	return s
}

// check returns nil if the content of the stored file r, uncompressed, has f's checksum.
func (f File) check(ctx context.Context, r io.Reader) error {
	sum, err := digest(ctx, r)
	if have := hex.EncodeToString(sum); err == nil && have != f.SHA256 {
		err = fmt.Errorf("the sha256 of the uncompressed content is %s, not %s", have, f.SHA256)
	}
	return err
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
