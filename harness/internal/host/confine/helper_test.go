package confine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/testkit"
)

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var need = testkit.Need

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
