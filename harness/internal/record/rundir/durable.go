package rundir

import (
	"errors"
	"os"
	"path/filepath"
)

// Temporary is the pattern of the names that files have while [Replace] writes them.
const Temporary = ".new-*"

// Replace writes the file at path, whole or not at all. The file is on disk when Replace returns.
func Replace(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), Temporary)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return Sync(filepath.Dir(path))
}

// Sync puts the names of the files in a folder on disk.
func Sync(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
