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
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// member returns one file of the folder f.
func (f File) member(name string) File { return File{Path: path.Join(f.Path, name), URL: f.URL} }

// unpack returns instructions for a missing file of the folder f.
func (e Entry) unpack(f File, dir string) string {
	var parts []string
	for _, name := range f.Names {
		part, _, _ := strings.Cut(name, "/")
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return fmt.Sprintf("download %s, unpack it and put its %s into %s, or set SPBENCH_DATA to "+
		"the folder that holds %s",
		e.address(f), strings.Join(parts, " and "), f.in(dir), f.Path)
}

// readFolder returns the contents of the files of the folder f, in the order of
// f.Names, and their checksum.
func readFolder(dir string, e Entry, f File) (contents [][]byte, sum string, err error) {
	dir, why, err := folder(dir)
	if err != nil {
		return nil, "", err
	}
	list := sha256.New()
	for _, name := range f.Names {
		content, err := os.ReadFile(f.member(name).in(dir))
		if err != nil {
			return nil, "", e.absent(f, name, dir, why, err)
		}
		contents = append(contents, content)
		one := sha256.Sum256(content)
		listed(list, one[:], name)
	}
	return contents, hex.EncodeToString(list.Sum(nil)), nil
}

// otherThanPublished returns a warning if the checksum of the folder f differs from the published
// one.
func (f File) otherThanPublished(sum string) []string {
	if sum == f.SHA256 {
		return nil
	}
	return []string{fmt.Sprintf("%s is not the published folder: sha256 %.12s… of the list of "+
		"checksums of its %d files instead of %.12s…",
		f.Path, sum, len(f.Names), f.SHA256)}
}

// absent returns an error with instructions if a file of the folder f does not exist. It returns
// all other errors unchanged.
func (e Entry) absent(f File, name, dir, why string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("no file %s in %s (%s): %s: %w", f.member(name).Path, dir, why,
		e.unpack(f, dir), fs.ErrNotExist)
}

// listed adds a line as the command sha256sum prints it.
func listed(list io.Writer, sum []byte, name string) { fmt.Fprintf(list, "%x  %s\n", sum, name) }

// folderState returns the state of the folder f in dir.
func (e Entry) folderState(ctx context.Context, f File, dir, why string) State {
	s := State{File: f, Path: f.in(dir)}
	if f.SHA256 == "" {
		return e.unchecked(f, s, dir, why)
	}
	list := sha256.New()
	for _, name := range f.Names {
		sum := sha256.New()
		n, err := digest(ctx, sum, filepath.Join(s.Path, filepath.FromSlash(name)))
		if err != nil {
			s.Err = e.absent(f, name, dir, why, err)
			return s
		}
		s.Size += n
		listed(list, sum.Sum(nil), name)
	}
	if have := hex.EncodeToString(list.Sum(nil)); have != f.SHA256 {
		s.Err = fmt.Errorf("%s is not the published folder: the sha256 of the list of checksums "+
			"of its %d files is %s, not %s", s.Path, len(f.Names), have, f.SHA256)
	}
	return s
}

// unchecked completes s for a folder without a published checksum.
func (e Entry) unchecked(f File, s State, dir, why string) State {
	for _, name := range f.Names {
		info, err := os.Stat(filepath.Join(s.Path, filepath.FromSlash(name)))
		if err != nil {
			s.Err = e.absent(f, name, dir, why, err)
			return s
		}
		if info.Mode().IsRegular() {
			s.Size += info.Size()
		}
	}
	return s
}

// digest writes the content of the file at path to sum and returns its length.
func digest(ctx context.Context, sum io.Writer, path string) (int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(sum, whileReader{ctx, file})
}
