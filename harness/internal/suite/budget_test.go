package suite

import (
	"slices"
	"strings"
	"testing"
)

// Several budgets make one column each. The labels show the differences.
func TestBudgetsAreColumns(t *testing.T) {
	s := mustParse(t, "datasets: [ocr, {chains: {split: {train: 400, test: 10}, sizes: [20, 50], as: C}}]\n"+
		"budget: [{passes: 10, seconds: 1m}, {passes: 1e2, seconds: 1m}, {calls: 1e6, seconds: 1m}]\nlearners: [{crf: {on: {C: {lambda: 2}}}}]\n")
	var got []string
	for i := range s.Datasets {
		d := &s.Datasets[i]
		b := s.BudgetOn(d)
		got = append(got, d.Label+" of "+d.Base+": "+compactBudget(b)+" "+string(s.Learners[0].On(d.Label).Args))
	}
	want := []string{
		"ocr (10 passes) of : 10 passes, 60 s {}", "ocr (100 passes) of : 100 passes, 60 s {}",
		"ocr (1000000 calls) of : 1000000 calls, 60 s {}",
		`C (train 20) (10 passes) of C (10 passes): 10 passes, 60 s {"lambda":2}`,
		`C (train 20) (100 passes) of C (100 passes): 100 passes, 60 s {"lambda":2}`,
		`C (train 20) (1000000 calls) of C (1000000 calls): 1000000 calls, 60 s {"lambda":2}`,
		`C (train 50) (10 passes) of C (10 passes): 10 passes, 60 s {"lambda":2}`,
		`C (train 50) (100 passes) of C (100 passes): 100 passes, 60 s {"lambda":2}`,
		`C (train 50) (1000000 calls) of C (1000000 calls): 1000000 calls, 60 s {"lambda":2}`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	one := mustParse(t, with("budget: [{passes: 10}]"))
	if marshal(t, one) != marshal(t, mustParse(t, with("budget: {passes: 10}"))) {
		t.Errorf("a list of one budget is %s", marshal(t, one))
	}
}

func compactBudget(b Budget) string {
	words := slices.DeleteFunc(b.words(), func(text string) bool { return text == "" })
	return strings.Join(words, ", ")
}

// Parameters on a dataset replace those of each point of the grid, and of candidates.
func TestExceptions(t *testing.T) {
	for text, want := range map[string][]string{
		"learners: [{crf: {lambda: 1, batch: [5, 6], on: {ocr: {lambda: 2, note: x}, chains: {averaging: [true]}}}}]": {
			`crf batch=5 {"batch":5,"lambda":1}`, `ocr {"batch":5,"lambda":2,"note":"x"}`,
			`chains {"averaging":true,"batch":5,"lambda":1}`,
			`crf batch=6 {"batch":6,"lambda":1}`, `ocr {"batch":6,"lambda":2,"note":"x"}`,
			`chains {"averaging":true,"batch":6,"lambda":1}`},
		"tune: {over: [lambda]}\nlearners: [{crf: {lambda: [1, 2], on: {ocr: {lambda: {log: [3, 5, 2]}}, chains: {lambda: 9}}}}]": {
			`crf {"lambda":[1,2]} {"lambda":1} {"lambda":2}`,
			`ocr {"lambda":[3,5]} {"lambda":3} {"lambda":5}`, `chains {"lambda":9} {"lambda":9}`},
	} {
		var got []string
		for _, l := range mustParse(t, "datasets: [ocr, chains]\n"+text).Learners {
			row := func(name string, s Spec, candidates []Spec) {
				line := name + " " + string(s.Args)
				for _, c := range candidates {
					line += " " + string(c.Args)
				}
				got = append(got, line)
			}
			row(l.Label, l.Spec, l.Candidates)
			for _, e := range l.Exceptions {
				row(e.Dataset, e.Spec, e.Candidates)
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	s := mustParse(t, with("learners: [{crf: {as: a, on: {chains: {lambda: 1}}}}, {crf: {as: b}}]"))
	if l := &s.Learners[1]; l.On("chains") != l {
		t.Error("a learner without exceptions is another one on a dataset")
	}
}

// axisMistakes are mistakes in budgets and in parameters by dataset.
var axisMistakes = []mistake{
	{"no budgets", "budget: []", `
1:9: the list of budgets is empty
    budget: []
            ^
hint: budget: bounds of a fit, which ends at the first it meets; a list makes a column for each; leave it out for none`},
	{"a budget twice", "budget: [{seconds: 60}, {seconds: 1m}]", `
1:25: duplicate budget
    budget: [{seconds: 60}, {seconds: 1m}]
                            ^`},
	{"an exception of no dataset", "learners: [{crf: {on: {chians: {lambda: 1}}}}]", `
1:24: no dataset is called "chians"
    learners: [{crf: {on: {chians: {lambda: 1}}}}]
                           ^
hint: did you mean "chains"?`},
	{"an exception of nothing", "learners: [{crf: {on: chains}}]", `
1:23: on must be a mapping (label: …), not the text "chains"
    learners: [{crf: {on: chains}}]
                          ^`},
	{"an exception that is a value", "learners: [{crf: {on: {chains: 1}}}]", `
1:32: chains must be a mapping (label: …), not the number 1
    learners: [{crf: {on: {chains: 1}}}]
                                   ^`},
	{"an exception of no parameter", "learners: [{crf: {on: {chains: {lamda: 1}}}}]", `
1:33: learner crf has no parameter "lamda"
    learners: [{crf: {on: {chains: {lamda: 1}}}}]
                                    ^
hint: did you mean "lambda"?`},
	{"an exception out of range", "tune: {}\nlearners: [{crf: {lambda: [1, 2], on: {chains: {lambda: [0, 1]}}}}]", `
2:58: learner crf: lambda is 0, must be in (0,inf)
    learners: [{crf: {lambda: [1, 2], on: {chains: {lambda: [0, 1]}}}}]
                                                             ^`},
	{"an exception to an axis", "learners: [{crf: {lambda: [1, 2], on: {chains: {lambda: 3}}}}]", `
1:49: "lambda" cannot differ between datasets: each of its values is a learner of its own
    learners: [{crf: {lambda: [1, 2], on: {chains: {lambda: 3}}}}]
                                                    ^`},
	{"an axis of one dataset", "learners: [{crf: {on: {chains: {lambda: [1, 2]}}}}]", `
1:41: a list of "lambda" would make more learners on this dataset than on others
    learners: [{crf: {on: {chains: {lambda: [1, 2]}}}}]
                                            ^
hint: give one value`},
	{"more effort on one dataset", "tune: {}\nlearners: [{crf: {lambda: [1, 2], on: {chains: {lambda: [1, 2, 3]}}}}]", `
2:13: "crf on chains" has 3 candidates, "crf" has 2: tuning is fair with equal effort only
    learners: [{crf: {lambda: [1, 2], on: {chains: {lambda: [1, 2, 3]}}}}]
                ^
hint: give all grids of a tuned suite the same number of points`},
}
