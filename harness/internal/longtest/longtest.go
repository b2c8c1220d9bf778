// Package longtest marks slow tests. `go test ./...` skips them; `SPBENCH_LONG=1 go test ./...`
// runs them. It also finds programs for tests, in $PATH alone.
package longtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Skip skips a slow test unless the environment variable SPBENCH_LONG is set. The message names the
// variable.
func Skip(t testing.TB) {
	t.Helper()
	if !Enabled() {
		t.Skip("slow: set SPBENCH_LONG=1 to run it")
	}
}

// Enabled reports whether slow tests run.
func Enabled() bool { return os.Getenv("SPBENCH_LONG") != "" }

// Program returns the first program of that name in the folders of $PATH, if it serves. Without one
// it skips the test.
func Program(t testing.TB, name string, serves func(path string) bool) string {
	t.Helper()
	path := Find(name, serves)
	if path == "" {
		t.Skipf("SKIPPED: no %s in $PATH serves this test", name)
	}
	return path
}

// Find is [Program] outside of a test; "" without one.
func Find(name string, serves func(path string) bool) string {
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if path, err := exec.LookPath(filepath.Join(folder, name)); err == nil && serves(path) {
			return path
		}
	}
	return ""
}
