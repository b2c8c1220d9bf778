package figure_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/table"
)

var hamming = table.Metric{Name: "hamming", Doc: "share of wrong variables", Percent: true}

// must returns v, or ends the test.
func must[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		ok(t, err)
		return v
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fails checks that the error contains want.
func fails[T any](_ T, err error) func(t *testing.T, want string) {
	return func(t *testing.T, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }
