package reuse

import (
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/runtest"
)

// TestGoIsNamed: after an upgrade of Go, the error names both versions and a command that makes one
// fit again. An upgrade within a release changes no hash, and programs that spbench has not built
// have hashes without Go.
func TestGoIsNamed(t *testing.T) {
	runtest.Set(t, &goNow, "go1.27.4")
	for _, test := range []struct {
		build, machine string
		named          bool
	}{
		{"source:1", "a processor, 2 CPUs, linux/amd64, go1.26.8", true},
		{"source:1", "a, go1.27.4" + record.MachineSeparator + "b, linux/amd64, go1.26.8", true},
		{"source:1", "a processor, 2 CPUs, linux/amd64, go1.27.1", false},
		{"binary:1", "a processor, 2 CPUs, linux/amd64, go1.26.8", false},
		{"source:1", "", false},
	} {
		old := &record.Fit{Key: "0123456789", Identity: map[string]string{plan.Build: test.build},
			Times: record.Times{Machine: test.machine}}
		s := Stale{}
		s.count("crf", true, old)
		s.count("oracle chain", false, old)
		err := s.Undecided("results/mine")
		text := "crf (1 fits), oracle chain (1 fits): changed since these results were made"
		if test.named {
			text += " by go1.26.8: this is go1.27.4, and the hash of a learner has Go's version\n" +
				"hint: `spbench replay results/mine 01234567` makes one again and compares all bits; "
		} else {
			text += "\nhint: "
		}
		if !errors.Is(err, ErrChanged) || !strings.HasPrefix(err.Error(), text+"-rerun fits them again") {
			t.Errorf("%+v: %v", test, err)
		}
	}
	var none Stale
	none.Add(&plan.Fit{Key: "k"}, &record.Fit{Key: "k"})
	if !none.None() {
		t.Errorf("stale with equal keys: %v", none)
	}
}
