package find_test

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/testkit"
)

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var need = testkit.Need

// sourceOf finds the learner of a command line, with a new cache.
func sourceOf(t testing.TB, line string) find.Source {
	t.Helper()
	return must(find.Learner(line, find.Options{Cache: t.TempDir()}))(t)
}
