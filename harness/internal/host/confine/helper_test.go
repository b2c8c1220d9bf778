package confine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// must gives the value of a call and ends the test if the call failed.
func must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		need(t, err)
		return v
	}
}

// need ends the test if err is an error.
func need(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	need(t, os.MkdirAll(filepath.Dir(path), 0o755))
	need(t, os.WriteFile(path, []byte(text), mode))
	return path
}

// sourceOf finds the learner of a command line, with a new cache.
func sourceOf(t testing.TB, line string) find.Source {
	t.Helper()
	return must(find.Learner(line, find.Options{Cache: t.TempDir()}))(t)
}

// works skips the test if this kind of sandbox does not work here.
func works(t testing.TB, kind sandbox.Kind) {
	t.Helper()
	if err := kind.Works(); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
}
