package sandbox_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/testkit"
)

// TestHolds checks paths in a folder, under any name, also if they do not exist yet.
func TestHolds(t *testing.T) {
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	for _, folder := range []string{results + "/run", dir + "/results-of-old"} {
		need(t, os.MkdirAll(folder, 0o755))
	}
	need(t, os.Symlink(results, filepath.Join(dir, "link")))
	for _, test := range []struct {
		folder, path string
		want         bool
	}{
		{"/", results, true}, {dir, results, true}, {results, results, true},
		{results + "/", results + "/run/", true},
		{results, dir + "/link/run", true}, {dir + "/link", results + "/run", true},
		{dir + "/link", results + "/none/yet", true},
		{results, dir + "/link/none", true}, {results, dir, false},
		{results, dir + "/results-of-old", false},
		{results + "/run", results, false}, {results, dir + "/..results", false},
		{dir, "/usr", false},
	} {
		if got := sandbox.Holds(test.folder, test.path); got != test.want {
			t.Errorf("%s in %s: %v", test.path, test.folder, got)
		}
	}
}

// TestKinds checks that an unknown kind is refused.
func TestKinds(t *testing.T) {
	if err := sandbox.Kind("jail").Works(); err == nil {
		t.Error("any word is a sandbox")
	}
	if err := sandbox.None.Works(); err != nil {
		t.Error(err)
	}
	if best, why, err := sandbox.Best(); err != nil || best.Works() != nil ||
		(why == nil) != (best == sandbox.Bubblewrap) {
		t.Errorf("the best sandbox is %s, as %v, %v; that works: %v", best, why, err, best.Works())
	}
}

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var need = testkit.Need
