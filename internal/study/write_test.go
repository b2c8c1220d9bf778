package study

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spbench/spbench/internal/suite"
)

func TestWrite(t *testing.T) {
	part := &Part{Name: "pairs", Title: "Who wins", Text: []string{"100 % of A & B."}, Grid: &Grid{
		Left: 1, Head: []string{"row", "wins"}, Rows: [][]string{{"A_1", "10"}, {"B", "−3"}},
	}}
	for format, want := range map[string]string{
		"text":     "Who wins\n\nrow  wins\n─────────\nA_1    10\nB      −3\n\n100 % of A & B.\n",
		"markdown": "### Who wins\n\n| row | wins |\n| --- | ---: |\n| A\\_1 | 10 |\n| B | −3 |\n\n100 % of A \\& B.\n",
		"latex":    "% Who wins\n\\begin{tabular}{lr}\n\\toprule\nrow & wins \\\\\n\\midrule\nA\\_1 & 10 \\\\\nB & $-$3 \\\\\n\\bottomrule\n\\end{tabular}\n\n100 \\% of A \\& B.\n",
	} {
		var b strings.Builder
		if err := part.Write(&b, format); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", format, diff)
		}
	}
	if err := part.Write(&strings.Builder{}, "odt"); err == nil {
		t.Error("odt: no error")
	}
}

// TestLaTeXSigns: parts have no sign that LaTeX does not know by itself.
func TestLaTeXSigns(t *testing.T) {
	many := run(t, ladder(8))
	splits := run(t, splitWorld([]string{"a", "b", "c"}, 0.05))
	many.Suite, splits.Suite = &suite.Suite{}, &suite.Suite{Rope: 1}
	for _, r := range []*Run{many, splits} {
		parts, err := Parts(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			var b strings.Builder
			if err := part.Write(&b, "latex"); err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(b.String(), "\n") // after the title, which is a comment
			if at := strings.IndexFunc(body, func(c rune) bool { return c > 0x17F }); at >= 0 {
				t.Errorf("%s: LaTeX does not know what follows %q", part.Name, body[max(0, at-40):at])
			}
		}
	}
}
