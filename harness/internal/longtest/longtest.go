// Package longtest marks slow tests. `go test ./...` skips them; `SPBENCH_LONG=1 go test ./...`
// runs them.
package longtest

import (
	"os"
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
