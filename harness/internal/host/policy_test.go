package host_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/box"
	"github.com/spbench/spbench/harness/internal/host"
)

// TestRemembers: no box lets a learner find what one before it left, in its home, its working folder, or where all may write;
// without a box its home and working folder are its own.
func TestRemembers(t *testing.T) {
	for _, kind := range box.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			works(t, kind)
			note := "note-" + filepath.Base(t.TempDir()) + string(kind) + strings.ReplaceAll(t.TempDir(), "/", "-")
			t.Cleanup(func() {
				os.Remove(filepath.Join(os.TempDir(), note))
				os.Remove(filepath.Join("/dev/shm", note))
			})
			found := 0
			for range 2 {
				var stderr log
				l := open(t, "remembers", host.Options{Stderr: &stderr, Env: []string{"NOTE=" + note}, Box: host.Box{Kind: kind}})
				need(t, l.Close())
				if n := strings.Count(stderr.String(), ": false"); n+strings.Count(stderr.String(), ": true") != 5 {
					t.Fatalf("%s", stderr.String())
				}
				found = strings.Count(stderr.String(), ": true")
				if !strings.HasPrefix(l.Usage().Box, string(kind)) {
					t.Errorf("it says that it was kept by %q", l.Usage().Box)
				}
			}
			// Of none the folders that all may write remain: that of TMPDIR and /dev/shm.
			if want := map[bool]int{true: 2}[kind == box.None]; found != want {
				t.Errorf("%d notes of an earlier learner are found, want %d", found, want)
			}
		})
	}
}

// TestPolicy: what a learner may read by its source and the suite, and what is refused.
func TestPolicy(t *testing.T) {
	works(t, box.Landlock)
	dir := t.TempDir()
	learner := write(t, filepath.Join(dir, "learner", "learner.sh"), "exit 3", 0o644)
	write(t, filepath.Join(dir, "extra", "model"), "", 0o644)
	write(t, filepath.Join(dir, "results", "run", "records"), "", 0o644)
	source := sourceOf(t, "sh "+learner)
	results, extra := filepath.Join(dir, "results"), filepath.Join(dir, "extra")
	p, err := host.Box{Kind: box.Landlock, Read: []string{extra}, Secrets: []string{results}}.Policy(source)
	if want := []string{extra}; err != nil || !slices.Equal(p.Read, want) {
		t.Errorf("%q, %v; want %q", p.Read, err, want)
	}
	for _, test := range []struct {
		box  host.Box
		want string
	}{
		{host.Box{Secrets: []string{dir}}, "which lies in"},
		{host.Box{Secrets: []string{results}, Read: []string{dir}}, "in which is " + results},
		{host.Box{Secrets: []string{results}, Read: []string{results + "/run"}}, "which lies in " + results},
		{host.Box{Secrets: []string{"/usr/share/data"}}, "every learner may read /usr"},
		{host.Box{Read: []string{os.TempDir()}}, "private folders of other learners"},
		{host.Box{Kind: "jail"}, "there is no box"},
	} {
		if test.box.Kind == "" {
			test.box.Kind = box.Landlock
		}
		if _, err := test.box.Policy(source); !errors.Is(err, host.ErrHost) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %q", test.box, err, test.want)
		}
	}
}

// TestHome: what is declared of the user's home is found in the learner's, in every box and in none.
func TestHome(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, ".cache"))
	write(t, filepath.Join(home, ".local", "lib", "package.py"), "", 0o644)
	learner := write(t, filepath.Join(home, "learner", "learner.sh"), "cd; ls .local/lib >&2; ls -a >&2", 0o644)
	write(t, filepath.Join(home, "learner", "other"), "", 0o644)
	source := sourceOf(t, "sh "+learner)
	for _, kind := range box.Kinds {
		if kind.Works() != nil {
			continue
		}
		_, err := host.Open(t.Context(), source, host.Options{Box: host.Box{Kind: kind, Read: []string{filepath.Join(home, ".local")}}})
		if err == nil || !strings.Contains(err.Error(), "package.py") || strings.Contains(err.Error(), ".cache") {
			t.Errorf("in the box %s it finds in its home: %v", kind, err)
		}
	}
}
