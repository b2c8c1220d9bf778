package study

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/grid"
)

func TestWrite(t *testing.T) {
	section := &Section{Name: "pairs", Title: "Who wins", Text: []string{"100 % of A & B."},
		Grid: grid.New("row").Numbers("wins")}
	section.Grid.Add("A_1", "10")
	section.Grid.Add("B", "−3")
	section.Grid.More = append(section.Grid.More, grid.Row("=C", "1"))
	for format, want := range map[string]string{
		"text": "Who wins\n─────────\nrow  wins\n─────────\nA_1    10\nB      " +
			"−3\n─────────\n100 % of A & B.\n2 of 3 rows are shown. -all and -format json print " +
			"all.\n",
		"csv": "row,wins\nA_1,10\nB,−3\n'=C,1\n",
		"json": `{
  "name": "pairs",
  "title": "Who wins",
  "text": [
    "100 % of A & B."
  ],
  "grid": {
    "head": [
      "row",
      "wins"
    ],
    "rows": [
      [
        "A_1",
        "10"
      ],
      [
        "B",
        "−3"
      ]
    ],
    "more": [
      [
        "=C",
        "1"
      ]
    ]
  }
}
`,
	} {
		var b strings.Builder
		ok(t, section.Print(false).Write(&b, format))
		same(t, want, b.String())
	}
	if err := section.Print(false).Write(&strings.Builder{}, "odt"); err == nil {
		t.Error("odt: no error")
	}
}
