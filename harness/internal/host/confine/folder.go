package confine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// A Folder is the private folder of one learner, for its sockets and temporary files. It is locked
// while this process lives.
type Folder struct {
	Dir     string
	Command []string // line of the user's program, at its place in the sandbox; nil: there is none
	lock    *os.File
}

// Beginnings of the names of private folders and of other temporary ones, before a number.
const (
	prefixPrivate = "spbench-plugin-"
	prefixTemp    = "spbench-temp-"
)

// longestBase leaves space for the folder's name, go-plugin's folder in it, and the socket's name
// within the 104 bytes that macOS allows for a socket's path.
const longestBase = 39

// abandonedAge is the age from which a folder without a lock has no owner. A younger folder may be
// about to be locked.
const abandonedAge = time.Minute

// TempBase returns the parent of private folders.
func TempBase() string {
	if base := os.TempDir(); len(base) <= longestBase {
		return base
	}
	return "/tmp"
}

// NewTemp makes a folder for temporary files of this process.
func NewTemp() (*Folder, error) { return newIn(os.TempDir(), prefixTemp) }

// Keep writes the rest of r into a file called name, in a folder of [NewTemp].
func Keep(r io.Reader, name string) (temp *Folder, path string, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, "", err
	}
	if temp, err = NewTemp(); err != nil {
		return nil, "", err
	}
	path = filepath.Join(temp.Dir, name)
	return temp, path, os.WriteFile(path, text, 0o600)
}

// newFolder makes a private folder.
func newFolder() (*Folder, error) { return newIn(TempBase(), prefixPrivate) }

// newIn makes a folder and removes the folders of killed harnesses.
func newIn(base, prefix string) (*Folder, error) {
	removeAbandoned(filepath.Join(TempBase(), prefixPrivate+"*"))
	removeAbandoned(filepath.Join(os.TempDir(), prefixTemp+"*"))
	removeAbandoned(filepath.Join(os.TempDir(), sandbox.TrialPrefix+"*"))
	dir, err := os.MkdirTemp(base, prefix)
	if err != nil {
		return nil, fault.TempFolder(base, err)
	}
	p, err := openFolder(dir)
	if err != nil {
		return nil, fault.TempFolder(base, err)
	}
	return p, nil
}

// removeAbandoned removes the folders of a pattern that belong to this user and to no living
// process.
func removeAbandoned(pattern string) {
	left, _ := filepath.Glob(pattern)
	for _, dir := range left {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || !isOwn(info) ||
			time.Since(info.ModTime()) < abandonedAge {
			continue
		}
		p, err := openFolder(dir)
		if err != nil {
			continue
		}
		if is, err := p.lock.Stat(); err == nil && os.SameFile(is, info) {
			p.Remove()
		} else {
			_ = p.lock.Close() // another folder has taken its place
		}
	}
}

// isOwn reports whether a file belongs to the user of this process.
func isOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// openFolder locks a folder. It fails if another harness has the lock.
func openFolder(dir string) (*Folder, error) {
	f, err := proc.LockFolder(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{Dir: dir, lock: f}, nil
}

// furnish makes the folders of a policy. If learners may read parts of the user's home, such as
// packages of an interpreter, their own home gets links to them, but not to the copy of a program.
func (p *Folder) furnish(policy sandbox.Policy, program string) error {
	for _, folder := range policy.Folders() {
		if err := os.Mkdir(folder, 0o700); err != nil {
			return err
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil // then there is nothing to link
	}
	for _, path := range policy.Read {
		below, err := filepath.Rel(home, path)
		// path is inside other
		around := func(other string) bool { return other != path && sandbox.Holds(other, path) }
		if err != nil || !filepath.IsLocal(below) || below == "." || path == program ||
			slices.ContainsFunc(policy.Read, around) {
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

// undeleted begins the name of a folder that could not be deleted, before a number: nobody tries
// again.
const undeleted = "spbench-undeleted-"

// Remove removes the folder. If that fails, the folder gets another name, with a message on
// standard error. With too many open files it keeps its name, and a later start removes it.
func (p *Folder) Remove() {
	err := removeTree(p.Dir)
	gone := errors.Is(err, fs.ErrNotExist) // another process has removed it
	if err != nil && !gone && !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) {
		left := filepath.Join(filepath.Dir(p.Dir), undeleted+filepath.Base(p.Dir))
		err = errors.Join(err, os.Rename(p.Dir, left))
		fmt.Fprintf(os.Stderr,
			"%s: a folder of a learner cannot be deleted: %v\nhint: delete it yourself\n", left,
			err)
	}
	_ = p.lock.Close()
}

// CheckTempFolder returns an ErrHost if there is no space for temporary files of learners now. Call
// it before a learner is blamed for its death, after its own files are deleted.
func CheckTempFolder() error {
	p, err := newFolder()
	if err != nil {
		return err
	}
	defer p.Remove()
	err = os.WriteFile(filepath.Join(p.Dir, "room"), make([]byte, 64<<10), 0o666)
	if err == nil {
		var socket net.Listener
		if socket, err = net.Listen("unix", filepath.Join(p.Dir, "socket")); err == nil {
			err = socket.Close()
		}
	}
	if err != nil {
		return fault.TempFolder(filepath.Dir(p.Dir), err)
	}
	return nil
}

// Share returns the folder's share of its file system: of the bytes or of the files, whichever is
// larger.
func (p *Folder) Share() float64 {
	var all syscall.Statfs_t
	if syscall.Statfs(p.Dir, &all) != nil {
		return 0
	}
	var blocks, files float64 // of 512 bytes
	_ = filepath.WalkDir(p.Dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // a learner may have deleted it
		}
		files++
		if info, err := entry.Info(); err == nil {
			if s, ok := info.Sys().(*syscall.Stat_t); ok {
				blocks += float64(s.Blocks)
			}
		}
		return nil
	})
	share := 0.0
	if total := float64(all.Blocks) * float64(all.Bsize); total > 0 {
		share = 512 * blocks / total
	}
	if all.Files > 0 {
		share = max(share, files/float64(all.Files))
	}
	return share
}
