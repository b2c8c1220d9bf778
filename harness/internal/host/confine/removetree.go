package confine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// removeTree deletes a file or a whole folder of any depth, with fewer than ten open files. It
// follows no link, and deletes folders closed by their owner. It moves the subfolders of a folder
// up before it deletes the folder. This costs a few system calls for each file and folder.
func removeTree(path string) error {
	if info, err := os.Lstat(path); err != nil || !info.IsDir() {
		return errors.Join(err, os.Remove(path))
	}
	if err := os.Chmod(path, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	return errors.Join(RemoveContent(root), root.Close(), os.Remove(path))
}

// RemoveContent deletes everything in a folder, in the same way as removeTree.
func RemoveContent(root *os.Root) (err error) {
	t := tree{Root: root, prefix: fmt.Sprintf(".%x-", rand.Uint64())}
	for err == nil && !t.empty {
		err = t.pass()
	}
	return err
}

// A tree is a folder being emptied.
type tree struct {
	*os.Root
	prefix string // of the names of folders that were moved up
	moved  int
	empty  bool
}

// pass deletes the files in the folder, and each folder in it after moving up its folders. An error
// means that nothing could be deleted.
func (t *tree) pass() error {
	t.empty = true
	var deleted int
	var failed error
	err := eachName(t.Root, func(name string) {
		t.empty = false
		err := t.Remove(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			err = t.lift(name)
		}
		if err == nil {
			deleted++
		} else {
			failed = err
		}
	})
	if err == nil && deleted == 0 {
		err = failed
	}
	return err
}

// lift deletes a subfolder after it has moved the folders in it up.
func (t *tree) lift(name string) error {
	err := unlock(t.Root, name)
	if err != nil {
		return err
	}
	sub, err := t.OpenRoot(name)
	if err != nil {
		return err
	}
	defer sub.Close()
	err = eachName(sub, func(child string) {
		if sub.Remove(child) != nil && unlock(sub, child) == nil {
			t.moved++
			// else the folder is not empty
			_ = t.Rename(filepath.Join(name, child), fmt.Sprint(t.prefix, t.moved))
		}
	})
	return errors.Join(err, t.Remove(name))
}

// unlock gives its owner all rights to a folder, to read and move it.
func unlock(root *os.Root, name string) error {
	info, err := root.Lstat(name)
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "remove", Path: name,
			Err: errors.New("not a folder, and it cannot be deleted")}
	}
	if err == nil && info.Mode().Perm()&0o700 != 0o700 {
		err = root.Chmod(name, 0o700)
	}
	return err
}

// eachName calls use with the names in a folder; use may delete them.
func eachName(root *os.Root, use func(name string)) error {
	dir, err := root.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	for err == nil {
		var names []string
		names, err = dir.Readdirnames(256)
		for _, name := range names {
			use(name)
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
