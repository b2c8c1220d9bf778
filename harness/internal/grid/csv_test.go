package grid_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/grid"
)

// TestFormulasAreText: a formula of a spreadsheet is written as text; numbers stay numbers.
func TestFormulasAreText(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", `=HYPERLINK("x")`: `"'=HYPERLINK(""x"")"`, "+cmd": "'+cmd", "-x": "'-x",
		"@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "-": "'-",
		"-1.5e-3": "-1.5e-3", "+3": "+3", "a=1": "a=1", "1": "1",
	} {
		var b strings.Builder
		if err := grid.NewCSV(&b).WriteAll([][]string{{cell}}); err != nil ||
			b.String() != want+"\n" {
			t.Errorf("%q is written as %q, want %q, %v", cell, b.String(), want, err)
		}
	}
}
