package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// deepen makes folders in one another below a folder, so many.
func deepen(t *testing.T, dir string, levels int) {
	t.Helper()
	at, err := os.OpenRoot(dir)
	for range levels {
		var below *os.Root
		if err == nil {
			err = at.Mkdir("d", 0o700)
		}
		if err == nil {
			below, err = at.OpenRoot("d")
		}
		if err == nil {
			err = at.Close()
		}
		need(t, err)
		at = below
	}
	need(t, at.Close())
}

// few lets this process open so many more files until the test is over.
func few(t *testing.T, more int) {
	t.Helper()
	var was syscall.Rlimit
	need(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was))
	f := must(os.Open("."))(t) // the next free number
	is := was
	is.Cur = uint64(f.Fd()) + uint64(more)
	need(t, errors.Join(f.Close(), syscall.Setrlimit(syscall.RLIMIT_NOFILE, &is)))
	t.Cleanup(func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was); err != nil {
			t.Error(err)
		}
	})
}

// TestDeepFolder: a private folder with many folders in one another is removed with few open files.
func TestDeepFolder(t *testing.T) { removesDeep(t, 500) }

// TestVeryDeepFolder removes more nested folders than a process may open files.
func TestVeryDeepFolder(t *testing.T) {
	longtest.Skip(t)
	removesDeep(t, 20_000)
}

func removesDeep(t *testing.T, levels int) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "private")
	need(t, os.Mkdir(dir, 0o700))
	deepen(t, dir, levels)
	few(t, 12)
	p := must(openFolder(dir))(t)
	p.Remove()
	if left, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// TestRemoveTree: closed folders, many files and folders, and links go; the target of a link stays
// as it was.
func TestRemoveTree(t *testing.T) {
	outside := t.TempDir()
	kept := filepath.Join(outside, "kept")
	dir := filepath.Join(t.TempDir(), "private")
	err := errors.Join(os.MkdirAll(kept, 0o500),
		os.MkdirAll(filepath.Join(dir, "a", "closed", "b"), 0o700))
	for i := range 600 {
		err = errors.Join(err, os.MkdirAll(filepath.Join(dir, fmt.Sprint("wide", i%2),
			fmt.Sprint(i), "deeper"), 0o700),
			os.WriteFile(filepath.Join(dir, fmt.Sprint("wide", i%2), fmt.Sprint("file", i)), nil,
				0o600))
	}
	err = errors.Join(err, os.Symlink(outside, filepath.Join(dir, "link")),
		os.Symlink(outside, filepath.Join(dir, "a", "link")),
		os.Symlink("../a", filepath.Join(dir, "a", "inside")),
		syscall.Mkfifo(filepath.Join(dir, "a", "closed", "pipe"), 0o600))
	for _, closed := range []string{"a/closed/b", "a/closed", "a", "wide1", "."} {
		err = errors.Join(err, os.Chmod(filepath.Join(dir, closed), 0))
	}
	need(t, err)
	if err := removeTree(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o500 {
		t.Errorf("%v, %v", info, err)
	}
}

// abandon makes a folder like the one of a killed harness.
func abandon(t *testing.T, name string) string {
	t.Helper()
	long := time.Now().Add(-2 * abandonedAge)
	dir := filepath.Join(os.TempDir(), name)
	need(t, errors.Join(os.MkdirAll(filepath.Join(dir, "d"), 0o700), os.Chtimes(dir, long, long)))
	return dir
}

// TestAbandonedFolders: abandoned folders of the user are removed, also those of sandbox trials.
// Links and folders of other users stay.
func TestAbandonedFolders(t *testing.T) {
	base := must(os.MkdirTemp("/tmp", "spbench-test-"))(t) // short enough for sockets
	t.Cleanup(func() { os.RemoveAll(base) })
	t.Setenv("TMPDIR", base)
	own, trial, other := abandon(t, prefixPrivate+"1"), abandon(t, sandbox.TrialPrefix+"2"),
		abandon(t, "other")
	temp, used := abandon(t, prefixTemp+"3"), must(NewTemp())(t)
	defer used.Remove()
	long := time.Now().Add(-2 * abandonedAge)
	need(t, os.Chtimes(used.Dir, long, long))
	link := filepath.Join(base, prefixPrivate+"link")
	need(t, os.Symlink(other, link))
	foreign := abandon(t, prefixPrivate+"foreign")
	given := os.Lchown(foreign, 12345, -1) == nil // as only root can
	p := must(newFolder())(t)
	p.Remove()
	for path, stays := range map[string]bool{own: false, trial: false, temp: false, used.Dir: true, link: true,
		filepath.Join(other, "d"): true, foreign: given} {
		if _, err := os.Lstat(path); (err == nil) != stays {
			t.Errorf("%s: %v", path, err)
		}
	}
	if !given {
		t.Log("SKIPPED: folders of others: only root can give one away")
	}
}

// TestRemovedLater: a folder keeps its name while there are too many open files, and goes later.
func TestRemovedLater(t *testing.T) {
	dir := filepath.Join(t.TempDir(), prefixPrivate+"1")
	need(t, os.MkdirAll(filepath.Join(dir, "d"), 0o700))
	for _, stays := range []bool{true, false, false} { // the last time it is gone
		p := &Folder{Dir: dir}
		t.Run(fmt.Sprint(stays), func(t *testing.T) {
			if stays {
				few(t, 0)
			}
			p.Remove()
		})
		left, err := os.ReadDir(filepath.Dir(dir))
		if err != nil || len(left) > 0 != stays || stays && left[0].Name() != filepath.Base(dir) {
			t.Errorf("left %v, %v", left, err)
		}
	}
}

// TestUndeletedFolder: an undeletable folder gets another name, and nobody tries to delete it
// again.
func TestUndeletedFolder(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, prefixPrivate+"1")
	inner := filepath.Join(dir, "d")
	need(t, os.MkdirAll(inner, 0o700))
	if err := syscall.Mount("none", inner, "tmpfs", 0, "size=64k"); err != nil {
		t.Skip("SKIPPED: only root can put a file system there, which nobody removes: ", err)
	}
	p := must(openFolder(dir))(t)
	p.Remove()
	left, err := os.ReadDir(base)
	if err != nil || len(left) != 1 || !strings.HasPrefix(left[0].Name(), undeleted) {
		t.Errorf("left %v, %v", left, err)
	}
	for _, e := range left {
		if err := syscall.Unmount(filepath.Join(base, e.Name(), "d"), 0); err != nil {
			t.Error(err)
		}
	}
}
