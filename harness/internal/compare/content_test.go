package compare_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/jpeg"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Rows on other data are not compared, and the dataset is named, with what may have changed it.
func TestOtherContentIsNamed(t *testing.T) {
	side := func(dir string, data map[string]string) *compare.Side {
		return compare.NewSide(dir, &plan.File{Suite: &suite.Suite{}, Data: data}, nil)
	}
	_, _, warnings, err := compare.Beside(side("old", map[string]string{"a": "1", "b": "2", "d": "4"}),
		side("new", map[string]string{"a": "1", "b": "3", "c": "4"}))
	text := strings.Join(warnings, "; ")
	if err != nil || strings.Count(text, "another content") != 1 ||
		!strings.Contains(text, "old has another content of dataset b,") ||
		!strings.Contains(text, jpeg.Version) {
		t.Errorf("%q, %v", text, err)
	}
}
