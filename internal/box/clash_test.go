package box_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/internal/box"
)

// TestClash: paths that hold a secret, are it or lie in it, by whatever name.
func TestClash(t *testing.T) {
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	for _, folder := range []string{results + "/run", dir + "/results-of-old", dir + "/learner"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(results, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	secrets := []string{filepath.Join(dir, "cache"), results}
	for path, want := range map[string]string{
		"/":                     secrets[0],
		dir:                     secrets[0],
		results:                 results,
		results + "/run":        results,
		dir + "/link":           results,
		dir + "/link/run":       results,
		dir + "/results-of-old": "",
		dir + "/learner":        "",
		dir + "/..results":      "",
		"/usr":                  "",
	} {
		if got := box.Clash(path, secrets); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := box.Clash(dir+"/results", []string{dir + "/link"}); got == "" {
		t.Error("a secret is not known behind its link")
	}
}

// TestKinds: a kind that is none is said to be none.
func TestKinds(t *testing.T) {
	if err := box.Kind("jail").Works(); err == nil {
		t.Error("any word is a box")
	}
	if err := box.None.Works(); err != nil {
		t.Error(err)
	}
	if best := box.Best(); best.Works() != nil {
		t.Errorf("the best box is %s, which does not work", best)
	}
}
