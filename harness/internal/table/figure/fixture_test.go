package figure_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/testkit"
)

var hamming = table.Metric{Name: "hamming", Doc: "share of wrong variables", Percent: true}

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var ok = testkit.Need

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
