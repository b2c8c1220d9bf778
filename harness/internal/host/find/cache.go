package find

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spbench/spbench/harness/internal/host/fault"
)

// unusedAge is the age at which unused copies are deleted.
const unusedAge = 30 * 24 * time.Hour

// store copies the executable at path, with this sha256, into the cache as a read-only file, and
// returns the copy. A link would not protect against overwriting the original in place.
func store(path, sum string, o *Options) (string, error) {
	cache, err := o.CacheFolder()
	if err != nil {
		return "", err
	}
	target := inCache(cache, path, sum)
	clearOut(cache)
	return target, copyFile(target, path)
}

// inCache returns the place of a copy in the cache. A copy already there counts as used.
func inCache(cache, path, sum string) string {
	target, now := filepath.Join(cache, "bin", sum, filepath.Base(path)), time.Now()
	_ = os.Chtimes(target, now, now) // an error only makes the copy look unused
	return target
}

// copyFile makes target a read-only copy of path, all at once, with its folder, whose name is the
// sha256 of path when it was found. It makes nothing if the copy is there, and fails if path has
// changed.
func copyFile(target, path string) (err error) {
	dir := filepath.Dir(target)
	sum := filepath.Base(dir)
	if have, err := sumOf(target); err == nil && have == sum {
		return nil
	}
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return cacheTrouble(dir, err)
	}
	out, err := os.CreateTemp(dir, "copying")
	if err != nil {
		return cacheTrouble(dir, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(out.Name()))
		}
	}()
	_, err = io.Copy(out, in)
	err = errors.Join(err, out.Chmod(0o555), out.Close())
	if err != nil {
		return cacheTrouble(dir, err)
	}
	if have, err := fileSum(out.Name()); err != nil || have != sum {
		return fault.Host("a learner is not copied to the cache",
			errors.Join(err, fmt.Errorf("%s has changed since it was found", path)),
			"wait until the program is written, and run again")
	}
	if err := os.Rename(out.Name(), target); err != nil {
		return cacheTrouble(dir, err)
	}
	return nil
}

// clearOut deletes copies that were not used for a long time.
func clearOut(cache string) {
	copies, _ := filepath.Glob(filepath.Join(cache, "bin", "*", "*"))
	for _, path := range copies {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > unusedAge {
			_ = os.RemoveAll(filepath.Dir(path)) // else the next time
		}
	}
}

// begins reports whether a file can be read and begins with a text.
func begins(path, text string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, len(text))
	_, err = io.ReadFull(f, start)
	return err == nil && string(start) == text
}

// fileSum returns the sha256 of a file's content in hexadecimal.
func fileSum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// identify sets the identity of a script or command line: the sha256 of the program, the arguments,
// and the content of files among the arguments. A script may import its neighbours and installed
// packages: files beside it with the same extension count, and the packages of writePackages. With
// look, identify looks for these files; otherwise they are those of the last time.
func (s *Source) identify(look bool) error {
	k, h := s.kept, sha256.New()
	program, err := sumOf(cmp.Or(k.copies[s.Path], s.Path))
	if err != nil {
		return err
	}
	fmt.Fprintf(h, "%s\n", program)
	args := s.Argv[1:]
	if len(args) == 0 { // a script is an argument of its interpreter
		args = []string{filepath.Base(s.Path)}
	}
	before := k.hashed
	if look {
		k.hashed = nil
	}
	for i, arg := range args {
		path := s.Path
		if len(s.Argv) > 1 {
			if path, err = filepath.Abs(s.at(arg)); err != nil {
				return err
			}
		}
		if look {
			files := withNeighbours(path)
			if before != nil && before[i] == nil {
				files = nil // the learner has written it
			}
			k.hashed = append(k.hashed, files)
		}
		fmt.Fprintf(h, "%q", arg)
		var scripts []string
		for _, file := range k.hashed[i] {
			copied := cmp.Or(k.copies[file], file)
			sum, err := sumOf(copied)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, " %q %s", filepath.Base(file), sum)
			k.sums[file], scripts = sum, append(scripts, copied)
		}
		fmt.Fprintln(h)
		writePackages(h, installed(s.Path), scripts)
	}
	s.Identity = "command:" + hex.EncodeToString(h.Sum(nil))
	if len(s.Argv) == 1 && len(k.hashed[0]) == 1 {
		s.Identity = "binary:" + program
	}
	return nil
}

// withNeighbours returns the sorted files that stand for an argument; none if it is not a file.
func withNeighbours(arg string) []string {
	if !isRegular(arg) {
		return nil
	}
	ext := filepath.Ext(arg)
	entries, err := os.ReadDir(filepath.Dir(arg)) // sorted
	if ext == "" || err != nil {
		return []string{arg}
	}
	var files []string
	for _, e := range entries {
		file := filepath.Join(filepath.Dir(arg), e.Name())
		if filepath.Ext(file) == ext && isRegular(file) {
			files = append(files, file)
		}
	}
	return files
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// cacheTrouble returns an ErrHost: the cache folder cannot be written.
func cacheTrouble(dir string, err error) error {
	return fault.Host("learners are not copied to the cache "+dir, err,
		"make room there, or set XDG_CACHE_HOME to another folder")
}
