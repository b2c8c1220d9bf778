package host_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/find"
)

// TestTroubleOfFileSystems checks file systems that are full, read-only or mounted noexec.
func TestTroubleOfFileSystems(t *testing.T) {
	self := must(os.Executable())(t)
	binary := must(os.ReadFile(self))(t)
	source := plantedSource(t, "")
	for _, test := range []struct{ name, options string }{
		{"no room", "size=16k"},
		{"no inodes", "nr_inodes=2"},
		{"read-only", "ro"},
	} {
		t.Run("temporary files: "+test.name, func(t *testing.T) {
			t.Setenv("TMPDIR", mounted(t, test.options))
			err := confine.CheckTempFolder()
			if test.name != "no room" { // a start needs no space
				err = opened(t, source)
			}
			if !errors.Is(err, host.ErrHost) || !strings.Contains(err.Error(), "set TMPDIR") {
				t.Errorf("%v", err)
			}
		})
		t.Run("cache: "+test.name, func(t *testing.T) {
			if _, err := find.Learner(self,
				find.Options{Cache: mounted(t, test.options)}); !errors.Is(err, host.ErrHost) ||
				!strings.Contains(err.Error(), "XDG_CACHE_HOME") {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("noexec", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "spbench-learner-copied")
		write(t, path, string(binary), 0o755)
		copied := must(find.Learner(path, find.Options{Cache: mounted(t, "noexec")}))(t)
		if err := opened(t, copied); !errors.Is(err, host.ErrHost) ||
			!strings.Contains(err.Error(), "noexec") {
			t.Errorf("%v", err)
		}
	})
	t.Run("no files", func(t *testing.T) {
		defer boundFiles(t, 0)()
		if err := opened(t, source); !errors.Is(err, host.ErrHost) {
			t.Errorf("%v", err)
		}
	})
	t.Run("its own program", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "spbench-learner-none")
		write(t, path, fmt.Sprintf("#!%s\n", filepath.Join(t.TempDir(), "no interpreter")), 0o755)
		script := sourceOf(t, path)
		if err := opened(t, script); errors.Is(err, host.ErrHost) ||
			!errors.Is(err, host.ErrStart) {
			t.Errorf("a script without its interpreter: %v", err)
		}
	})
}

// mounted returns a folder with a small file system of its own.
func mounted(t *testing.T, options string) string {
	t.Helper()
	dir := shortDir(t)
	flags := map[string]uintptr{"ro": syscall.MS_RDONLY, "noexec": syscall.MS_NOEXEC}[options]
	if flags != 0 {
		options = ""
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, options); err != nil {
		t.Skipf("SKIPPED: needs to mount a file system: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// boundFiles limits this process to a few more open files than it has, and returns a function that
// restores the limit.
func boundFiles(t *testing.T, more int) func() {
	t.Helper()
	var was syscall.Rlimit
	need(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was))
	open := must(os.ReadDir("/proc/self/fd"))(t)
	now := was
	now.Cur = uint64(len(open) + more)
	need(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &now))
	return func() { _ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was) }
}
