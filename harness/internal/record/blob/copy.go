package blob

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// A File is a file named by its content in one of the [Folders] of a run folder.
type File struct{ Folder, SHA string }

// Path returns the path of the file in run folder dir.
func (f File) Path(dir string) string { return filepath.Join(dir, f.Name()) }

// Name returns the path of the file below a run folder.
func (f File) Name() string {
	if f.Folder == Weights {
		return filepath.Join(f.Folder, f.SHA+".bin")
	}
	return filepath.Join(f.Folder, f.SHA+".gz")
}

// Whole reports whether run folder dir has the file and its content has the hash.
func (f File) Whole(dir string) bool { return Check(dir, f.Folder, f.SHA) == nil }

// Copy puts a file of run folder from into run folder to: as a hard link if the file system can,
// else as a copy. A damaged file is not copied.
func (f File) Copy(from, to string) error {
	if f.Whole(to) || !f.Whole(from) {
		return nil
	}
	return f.replace(from, to)
}

// replace links or copies a file, also in place of a damaged one. It never writes to the file in
// place, which other run folders may share.
func (f File) replace(from, to string) error {
	err := os.Link(f.Path(from), f.Path(to))
	if errors.Is(err, fs.ErrExist) {
		if err := os.Remove(f.Path(to)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		err = os.Link(f.Path(from), f.Path(to))
	}
	if err == nil {
		return nil
	}
	content, err := rundir.Read(from, f.Name())
	if err == nil {
		err = rundir.Replace(f.Path(to), content)
	}
	return err
}

// Sync puts the names of the files of a run folder on disk, for lines of records to name them.
func Sync(dir string) error {
	for _, folder := range Folders {
		if err := rundir.Sync(filepath.Join(dir, folder)); err != nil {
			return fmt.Errorf("blob: %w", err)
		}
	}
	return nil
}
