package study

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
)

// TestChartTestScores: rows that differ in one number form a line, sorted by its value.
func TestChartTestScores(t *testing.T) {
	r := run(t, world{"d": {
		"crf lambda=1":        {{{0.4, 0.6}}},
		"crf lambda=0.1":      {{{0.2, 0.2}}},
		"crf lambda=10 alone": {{{0.3, 0.3}}},
		"ssvm":                {{{0.1, 0.3}}},
	}})
	for _, l := range [][2]string{
		{"crf lambda=1", `{"lambda":1}`}, {"crf lambda=0.1", `{"lambda":0.1}`},
		{"crf lambda=10 alone", `{"lambda":10,"objective":"unary"}`},
		{"ssvm", `{"average":true}`},
	} {
		r.Suite.Learners = append(r.Suite.Learners,
			suite.Learner{Label: l[0], Spec: suite.Spec{Name: strings.Fields(l[0])[0],
				Args: []byte(l[1])}})
	}
	charts, err := ChartTestScores(r, "lambda", "")
	if err != nil || len(charts) != 1 || len(charts[0].Series) != 1 {
		t.Fatalf("%v %+v", err, charts)
	}
	if s := charts[0].Series[0]; s.Label != "crf map" || !slices.Equal(s.X, []float64{0.1, 1}) ||
		!slices.Equal(s.Y, []float64{20, 50}) ||
		charts[0].Y.Title != "test hamming % (95 % intervals of the means)" {
		t.Errorf("%q: %+v", charts[0].Y.Title, s)
	}
	for _, wrong := range [][3]string{{"average", "", "no rows differ in this numeric parameter"},
		{"lamda", "", "no rows differ"},
		{"lambda", "f1", `unknown metric "f1": want one of hamming`}} {
		fails(ChartTestScores(r, wrong[0], wrong[1]))(t, wrong[2])
	}

	// A different value on this dataset.
	r.Suite.Learners[0].Exceptions = []suite.Exception{{Dataset: "d",
		Spec: suite.Spec{Args: []byte(`{"lambda":5}`)}}}
	if charts, err = ChartTestScores(r, "lambda", "hamming"); err != nil ||
		!slices.Equal(charts[0].Series[0].X, []float64{0.1, 5}) {
		t.Errorf("%v %+v", err, charts)
	}

	// Labels without the value do not name the line.
	r.Suite.Learners[0].Label, r.Suite.Learners[1].Label = "strong", "weak"
	for i := range r.Table.Rows {
		if at := slices.Index([]string{"crf lambda=1", "crf lambda=0.1"},
			r.Table.Rows[i].Label); at >= 0 {
			r.Table.Rows[i].Label = []string{"strong", "weak"}[at]
		}
	}
	if charts, err = ChartTestScores(r, "lambda", ""); err != nil ||
		charts[0].Series[0].Label != "crf{} map" {
		t.Errorf("%v %+v", err, charts)
	}
}
