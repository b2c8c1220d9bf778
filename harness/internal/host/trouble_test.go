package host_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/find"
)

// TestTroubleOfTheMachine checks that failures of this machine are not blamed on the learner, and
// have a hint.
func TestTroubleOfTheMachine(t *testing.T) {
	source := plantedSource(t, "")
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "", 0o666)
	self := must(os.Executable())(t)
	tests := []struct {
		name string
		err  func(t *testing.T) error
		says string
	}{
		{"no folder for temporary files", func(t *testing.T) error {
			t.Setenv("TMPDIR", "/nowhere")
			return opened(t, source)
		}, "set TMPDIR"},
		{"no cache folder", func(t *testing.T) error {
			t.Setenv("XDG_CACHE_HOME", "")
			t.Setenv("HOME", "")
			_, err := find.Learner(self, find.Options{})
			return err
		}, "set XDG_CACHE_HOME"},
		{"a file for a cache", func(*testing.T) error {
			_, err := find.Learner(self, find.Options{Cache: file})
			return err
		}, "set XDG_CACHE_HOME"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := test.err(t); !errors.Is(err, host.ErrHost) || errors.Is(err, host.ErrStart) ||
				!strings.Contains(err.Error(), test.says) {
				t.Errorf("%v", err)
			}
		})
	}
	if err := confine.CheckTempFolder(); err != nil {
		t.Error(err)
	}
}

// opened starts a learner and ends it.
func opened(t *testing.T, source find.Source) error {
	t.Helper()
	l, err := host.Open(t.Context(), source, host.Options{})
	if err == nil {
		err = l.Close()
	}
	return err
}
