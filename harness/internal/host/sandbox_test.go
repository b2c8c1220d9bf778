package host_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// TestRemembers checks that no sandbox shows a learner what an earlier one left in its home, its
// working folder, or a shared folder. Without a sandbox its home and working folder are private.
func TestRemembers(t *testing.T) {
	for _, kind := range sandbox.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			works(t, kind)
			note := "note-" + filepath.Base(t.TempDir()) + string(kind) +
				strings.ReplaceAll(t.TempDir(), "/", "-")
			t.Cleanup(func() {
				os.Remove(filepath.Join(os.TempDir(), note))
				os.Remove(filepath.Join("/dev/shm", note))
			})
			found := 0
			for range 2 {
				var stderr log
				l := open(t, "remembers", host.Options{Stderr: &stderr,
					Env: []string{"NOTE=" + note}, Sandbox: confine.Sandbox{Kind: kind}})
				need(t, l.Close())
				if n := strings.Count(stderr.String(), ": false"); n+strings.Count(stderr.String(),
					": true") != 5 {
					t.Fatalf("%s", stderr.String())
				}
				found = strings.Count(stderr.String(), ": true")
				if !strings.HasPrefix(l.Usage().Sandbox, string(kind)) {
					t.Errorf("it says that it was kept by %q", l.Usage().Sandbox)
				}
			}
			// Without a sandbox, notes in shared folders remain: the parent of TMPDIR, and
			// /dev/shm.
			if want := map[bool]int{true: 2}[kind == sandbox.None]; found != want {
				t.Errorf("%d notes of an earlier learner are found, want %d", found, want)
			}
		})
	}
}

// TestPolicy checks which files a learner may read, by its source and the suite, and which are
// refused.
func TestPolicy(t *testing.T) {
	works(t, sandbox.Landlock)
	dir := t.TempDir()
	learner := write(t, filepath.Join(dir, "learner", "learner.sh"), "exit 3", 0o644)
	write(t, filepath.Join(dir, "extra", "model"), "", 0o644)
	write(t, filepath.Join(dir, "results", "run", "records"), "", 0o644)
	source := sourceOf(t, "sh "+learner)
	results, extra := filepath.Join(dir, "results"), filepath.Join(dir, "extra")
	p, err := confine.Sandbox{Kind: sandbox.Landlock, Read: []string{extra},
		Secrets: []string{results}}.Policy(source)
	read := slices.DeleteFunc(p.Read, func(path string) bool { // where it is not of the system
		return path == must(exec.LookPath("sh"))(t)
	})
	if want := []string{extra}; err != nil || !slices.Equal(read, want) {
		t.Errorf("%q, %v; want %q", p.Read, err, want)
	}
	t.Setenv("HOME", "/home/nobody") // a home in the folder of temporary files is refused first
	t.Setenv("XDG_CACHE_HOME", "")
	for _, test := range []struct {
		sandbox confine.Sandbox
		want    string
	}{
		{confine.Sandbox{Secrets: []string{dir}}, "which lies in"},
		{confine.Sandbox{Secrets: []string{results}, Read: []string{dir}},
			"in which is " + results},
		{confine.Sandbox{Secrets: []string{results}, Read: []string{results + "/run"}},
			"which lies in " + results},
		{confine.Sandbox{Secrets: []string{"/usr/share/data"}}, "every learner may read /usr"},
		{confine.Sandbox{Read: []string{os.TempDir()}}, "private folders of other learners"},
		{confine.Sandbox{Kind: "jail"}, "there is no sandbox"},
	} {
		if test.sandbox.Kind == "" {
			test.sandbox.Kind = sandbox.Landlock
		}
		if _, err := test.sandbox.Policy(source); !errors.Is(err, host.ErrHost) ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %q", test.sandbox, err, test.want)
		}
	}
}

// TestHome checks that declared files in the user's home are in the learner's home too, with any
// sandbox.
func TestHome(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, ".cache"))
	write(t, filepath.Join(home, ".local", "lib", "package.py"), "", 0o644)
	learner := write(t, filepath.Join(home, "learner", "learner.sh"),
		"cd; ls .local/lib >&2; ls -a >&2", 0o644)
	write(t, filepath.Join(home, "learner", "other"), "", 0o644)
	source := sourceOf(t, "sh "+learner)
	for _, kind := range sandbox.Kinds {
		if kind.Works() != nil {
			continue
		}
		_, err := host.Open(t.Context(), source,
			host.Options{Sandbox: confine.Sandbox{Kind: kind,
				Read: []string{filepath.Join(home, ".local")}}})
		if err == nil || !strings.Contains(err.Error(), "package.py") ||
			strings.Contains(err.Error(), ".cache") {
			t.Errorf("in the sandbox %s it finds in its home: %v", kind, err)
		}
	}
}

// TestClosedFolders checks that folders closed by a learner are deleted all the same.
func TestClosedFolders(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	l := open(t, "closes folders", host.Options{Sandbox: confine.Sandbox{Kind: sandbox.None}})
	need(t, l.Close())
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "*")); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
}
