package confine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// Bounds of a learner's folder. Larger folders are not copied.
const (
	mostCopied  = 256 << 20 // bytes
	mostEntries = 50_000    // files and folders, also those that are left out
)

// A folderCopy is the part of a learner's own folder shown in its sandbox: a script and its
// neighbours. Each process gets a copy of its own.
type folderCopy struct {
	folder string // absolute
	files  []find.File
}

// listFolder lists the files of a folder to copy for a learner. It leaves out secrets, run folders,
// hidden files, environments of interpreters and __pycache__. It takes only files, and links to
// files in the folder. It fails above mostCopied bytes or mostEntries entries.
func (b Sandbox) listFolder(folder string) (files []string, err error) {
	within := sandbox.At(folder)
	var secret []sandbox.Place
	for _, s := range b.secret {
		if within.Holds(s) {
			secret = append(secret, s)
		}
	}
	bytes, entries := int64(0), 0
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if path == folder {
			return err
		}
		if entries++; entries > mostEntries {
			return fmt.Errorf("it has more than %d files", mostEntries)
		}
		if hidden(path, entry, secret) || err != nil {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || entry.Type()&fs.ModeSymlink != 0 &&
			!sandbox.Holds(folder, sandbox.Resolved(path)) {
			return nil
		}
		if bytes += info.Size(); bytes > mostCopied {
			return fmt.Errorf("it has more than %d MB", mostCopied>>20)
		}
		below, err := filepath.Rel(folder, path)
		files = append(files, below)
		return err
	})
	if err != nil {
		err = fault.Host("the learner's folder "+folder+" is not copied into its sandbox", err,
			"put the learner into a folder of its own, or say `sandbox: none`")
	}
	return files, err
}

// hidden reports whether a learner may not see an entry of its own folder.
func hidden(path string, entry fs.DirEntry, secret []sandbox.Place) bool {
	name := entry.Name()
	if strings.HasPrefix(name, ".") || name == "__pycache__" ||
		strings.HasPrefix(name, prefixPrivate) {
		return true
	}
	place := sandbox.At(path)
	for _, s := range secret {
		if s.Holds(place) {
			return true
		}
	}
	if !entry.IsDir() {
		return false
	}
	for _, mark := range []string{"records-*.jsonl", "pyvenv.cfg", "conda-meta"} {
		if found, _ := filepath.Glob(filepath.Join(escapeGlob(path), mark)); len(found) > 0 {
			return true
		}
	}
	return false
}

// escapeGlob returns a pattern of [filepath.Glob] for one path.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// copied returns the place of the copy of a learner's i-th folder.
func (p *Folder) copied(i int) string { return filepath.Join(p.Dir, "learner", strconv.Itoa(i)) }

// copyFolders copies the folders of a learner. It returns a function from paths to the paths of
// their copies. A path without a copy maps to itself: for example, the interpreter of an
// environment in the folder is read in place.
func (p *Folder) copyFolders(folders []folderCopy) (moved func(path string) string, err error) {
	for i, c := range folders {
		if err := os.MkdirAll(p.copied(i), 0o700); err != nil {
			return nil, err
		}
		for _, file := range c.files {
			if err := copyInto(filepath.Join(p.copied(i), file.Name), file); err != nil {
				return nil, err
			}
		}
	}
	return func(path string) string {
		for i, c := range folders {
			below, err := filepath.Rel(c.folder, path)
			if err != nil || !filepath.IsLocal(below) {
				continue
			}
			target := filepath.Join(p.copied(i), below)
			if _, err := os.Lstat(target); err == nil {
				return target
			}
		}
		return path
	}, nil
}

// copyInto copies a file with its permissions, and makes the folders on the way.
func copyInto(target string, file find.File) error {
	in, err := os.Open(file.Copy)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	out, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, file.Perm|0o200)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
