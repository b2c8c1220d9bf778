package find_test

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/host/find"
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

// sourceOf finds the learner of a command line, with a new cache.
func sourceOf(t testing.TB, line string) find.Source {
	t.Helper()
	return must(find.Learner(line, find.Options{Cache: t.TempDir()}))(t)
}
