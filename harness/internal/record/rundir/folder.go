package rundir

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// errNoFolder marks a link in place of a folder of a run folder.
var errNoFolder = errors.New("it is a link and no folder of the run folder: put a folder there")

// MakeFolder makes a folder in a run folder, unless there is one. A link in its place is an error.
func MakeFolder(path string) error {
	return cmp.Or(os.MkdirAll(path, 0o777), CheckFolder(path))
}

// CheckFolder returns an error if path is a link, or anything else but a folder. A missing folder
// is no error.
func CheckFolder(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: path, Err: errNoFolder}
	}
	return err
}

// Names returns the names in a folder; none if it is missing. It is fast for very many names.
func Names(dir string) (map[string]bool, error) {
	f, err := os.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := f.Readdirnames(-1)
	names := make(map[string]bool, len(list))
	for _, name := range list {
		names[name] = true
	}
	return names, errors.Join(err, f.Close())
}

// Glob returns the paths of the files in dir whose names match the pattern, sorted. It takes no
// character of dir for a pattern.
func Glob(dir string, pattern ...string) ([]string, error) {
	dir = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
	return filepath.Glob(filepath.Join(dir, filepath.Join(pattern...)))
}

// Same reports whether two paths lead to the same folder.
func Same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// Size returns the bytes of the files below a folder. A file with several hard links counts at
// each.
func Size(dir string) (bytes int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) { // deleted by a run meanwhile
			return nil
		}
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("rundir: %w", err)
	}
	return bytes, nil
}
