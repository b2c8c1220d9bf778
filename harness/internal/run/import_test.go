package run_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/run"
)

// TestImportFromNowhere: a folder that is not a run folder is an error.
func TestImportFromNowhere(t *testing.T) {
	t.Parallel()
	r := newRerunner(t, staleSuite)
	if _, _, err := r.run(run.Options{From: []string{t.TempDir()}}); err == nil ||
		!strings.Contains(err.Error(), "is no run folder") {
		t.Errorf("%v", err)
	}
}
