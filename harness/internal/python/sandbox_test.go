package python_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// TestSandboxes: the learner in Python gives the same bits in every sandbox, without changes, and
// so do those in Go.
func TestSandboxes(t *testing.T) {
	longtest.Skip(t)
	path := python(t)
	var first map[string]record.Fit
	for _, kind := range sandbox.Kinds {
		if err := kind.Works(); err != nil {
			t.Logf("SKIPPED: %v", err)
			continue
		}
		fits := runSuite(t, path, "ocr:", "chains:",
			"split: {train: [0], test: [1, 2, 3, 4, 5, 6, 7, 8, 9]}",
			"split: {train: 10, test: 20}",
			"seeds: 3", "seeds: 1", "passes: 100", "passes: 3", "budget:", "sandbox: "+string(kind)+
				"\nbudget:")
		if first == nil {
			first = fits
		}
		for label, f := range fits {
			if !strings.HasPrefix(f.Times.Process.Sandbox, string(kind)) {
				t.Errorf("%s was to be kept in %s and was in %q", label, kind,
					f.Times.Process.Sandbox)
			}
			if record.Differences(f, first[label]) != nil {
				t.Errorf("%s in %s: %q", label, kind, record.Differences(f, first[label]))
			}
		}
	}
}
