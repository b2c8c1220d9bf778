package study

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
