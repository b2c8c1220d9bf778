package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/internal/sandbox"
)

// A private is a folder for the sockets and temporary files of one learner. It
// is locked as long as this process lives.
type private struct {
	dir  string
	lock *os.File
}

// prefixPrivate is what the folders are called before a number.
const prefixPrivate = "spbench-plugin-"

// longestBase leaves room, within the 104 bytes that macOS allows for a socket's
// path, for the folder's name, go-plugin's own folder in it and the socket's name.
const longestBase = 39

// abandonedAge is the age from which a folder that is not locked has no owner:
// before, it may be about to be locked.
const abandonedAge = time.Minute

// privateBase returns the folder that they are made in.
func privateBase() string {
	if base := os.TempDir(); len(base) <= longestBase {
		return base
	}
	return "/tmp"
}

// newPrivate makes a folder and removes those of harnesses that were killed.
func newPrivate() (*private, error) {
	base := privateBase()
	removeAbandoned(filepath.Join(base, prefixPrivate+"*"))
	removeAbandoned(filepath.Join(os.TempDir(), sandbox.TrialPrefix+"*"))
	dir, err := os.MkdirTemp(base, prefixPrivate)
	if err != nil {
		return nil, noFolder(base, err)
	}
	p, err := lockPrivate(dir)
	if err != nil {
		return nil, noFolder(base, err)
	}
	return p, nil
}

// removeAbandoned removes the folders of a pattern belonging to this user and to no process any
// more.
func removeAbandoned(pattern string) {
	left, _ := filepath.Glob(pattern)
	for _, dir := range left {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || !isOwn(info) || time.Since(info.ModTime()) < abandonedAge {
			continue
		}
		p, err := lockPrivate(dir)
		if err != nil {
			continue
		}
		if is, err := p.lock.Stat(); err == nil && os.SameFile(is, info) {
			p.remove()
		} else {
			_ = p.lock.Close() // something else is there now
		}
	}
}

// isOwn reports whether a file belongs to the user who runs this process.
func isOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// lockPrivate locks a folder; it fails if that is another harness's.
func lockPrivate(dir string) (*private, error) {
	f, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	return &private{dir, f}, nil
}

// lockFolder locks a folder until it is closed, or this process ends.
func lockFolder(dir string) (*os.File, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// furnish makes the folders that a policy has in it. What learners may read of the user's home is to be found in
// theirs, too, such as the packages of an interpreter.
func (p *private) furnish(policy sandbox.Policy) error {
	for _, folder := range policy.Folders() {
		if err := os.Mkdir(folder, 0o700); err != nil {
			return err
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil // nor is there anything to be found
	}
	for _, path := range policy.Read {
		below, err := filepath.Rel(home, path)
		around := func(other string) bool { return other != path && sandbox.Holds(other, path) } // with which it is found
		if err != nil || !filepath.IsLocal(below) || below == "." || slices.ContainsFunc(policy.Read, around) {
			continue
		}
		link := filepath.Join(policy.Home(), below)
		if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
			return err
		}
		if err := os.Symlink(path, link); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// undeleted begins the name of an undeletable folder, before a number: nobody tries again.
const undeleted = "spbench-undeleted-"

// remove removes the folder. If it cannot be removed, it gets another name, with a message on
// standard error. With too many open files it keeps its name, and a later start removes it.
func (p *private) remove() {
	err := removeTree(p.dir)
	gone := errors.Is(err, fs.ErrNotExist) // another process has removed it
	if err != nil && !gone && !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) {
		left := filepath.Join(filepath.Dir(p.dir), undeleted+filepath.Base(p.dir))
		err = errors.Join(err, os.Rename(p.dir, left))
		fmt.Fprintf(os.Stderr, "%s: a folder of a learner cannot be deleted: %v\nhint: delete it yourself\n", left, err)
	}
	_ = p.lock.Close()
}
