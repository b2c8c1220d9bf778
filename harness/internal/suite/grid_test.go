package suite

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

// rowsOf returns label and arguments of each learner, and how many candidates it has.
func rowsOf(t *testing.T, text string) (rows []string) {
	t.Helper()
	for _, l := range mustParse(t, with(text)).Learners {
		row := l.Label + " " + string(l.Args)
		for _, c := range l.Candidates {
			row += " " + string(c.Args)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestGrids(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"learners: [{crf: {lambda: {log: [1e-4, 1, 5]}}}]", []string{
			`crf lambda=0.0001 {"lambda":0.0001}`, `crf lambda=0.001 {"lambda":0.001}`,
			`crf lambda=0.01 {"lambda":0.01}`,
			`crf lambda=0.1 {"lambda":0.1}`, `crf lambda=1 {"lambda":1}`}},
		{"tune: {over: [lambda]}\nlearners: [{crf: {lambda: [1, 2], batch: [5, 6], as: C}}, {ssvm: {lambda: [3, 4]}}, {crf: {lambda: 1, batch: [7]}}]", []string{
			`C batch=5 {"batch":5,"lambda":[1,2]} {"batch":5,"lambda":1} {"batch":5,"lambda":2}`,
			`C batch=6 {"batch":6,"lambda":[1,2]} {"batch":6,"lambda":1} {"batch":6,"lambda":2}`,
			`ssvm {"lambda":[3,4]} {"lambda":3} {"lambda":4}`,
			`crf {"batch":7,"lambda":1} {"batch":7,"lambda":1}`}},
		{"tune: {}\nlearners: [{crf: {batch: [5], lambda: {log: [1, 2, 2]}, as: C}}]", []string{
			`C {"batch":[5],"lambda":[1,2]} {"batch":5,"lambda":1} {"batch":5,"lambda":2}`}},
	} {
		if got := rowsOf(t, c.text); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.text, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// Ranges stand for up to ten thousand learners or candidates, more than a file could list.
func TestGridOfTenThousandPoints(t *testing.T) {
	for text, want := range map[string][2]int{ // learners, candidates
		"learners: [{crf: {lambda: {log: [1e-4, 1, 10000]}}}]\nagainst: crf lambda=1":                                    {10000, 0},
		"learners: [{crf: {lambda: {log: [1, 10, 100]}, passes: {log: [1, 100, 100]}}}]\nagainst: crf lambda=1 passes=1": {10000, 0},
		"tune: {}\nlearners: [{crf: {lambda: {log: [1e-4, 1, 100]}, passes: {log: [1, 100, 100]}}}]":                     {1, 10000},
		"tune: {over: [passes]}\nlearners: [{crf: {lambda: {log: [1e-4, 1, 10]}, passes: {log: [1,1e6,1000]}}}]":         {10, 1000},
	} {
		start := time.Now()
		s := mustParse(t, with(text))
		labels := map[string]bool{}
		for _, l := range s.Learners {
			labels[l.Label] = true
			if len(l.Candidates) != want[1] {
				t.Errorf("%s: %d candidates, want %d", text, len(l.Candidates), want[1])
			}
		}
		if len(labels) != want[0] {
			t.Errorf("%s: %d learners, want %d", text, len(labels), want[0])
		}
		t.Logf("%s: %v", text, time.Since(start))
	}
}

// The parameters to tune over do not change the key of a fit: they show in the candidates.
func TestOverIsNotInTheTuning(t *testing.T) {
	all := mustParse(t, with("tune: {}\nlearners: [{crf: {lambda: [1, 2]}}]"))
	over := mustParse(t, with("tune: {over: [lambda]}\nlearners: [{crf: {lambda: [1, 2]}}]"))
	if got, want := marshal(t, over), marshal(t, all); got != want {
		t.Errorf("%s\nis not\n%s", got, want)
	}
}

// Values of a range ascend, lie within a tenth of a step of the exact ones, and have few digits.
func TestSpacedValues(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{log: [1e-4, 1, 4]}", "[0.0001,0.00215,0.0464,1]"},
		{"{log: [1, 1000, 4]}", "[1,10,100,1000]"},
		{"{log: [10, 1000, 4]}", "[10,46,215,1000]"},
		{"{log: [1000, 10, 3]}", "[1000,100,10]"},
		{"{log: [1, 3, 5]}", "[1,1.32,1.73,2.28,3]"},
		{"{log: [1, 1.001, 3]}", "[1,1.0005,1.001]"},
		{"{log: [0.010, 0.1, 2]}", "[0.01,0.1]"},
		{"{log: [1e-300, 1e300, 3]}", "[1e-300,1,1e+300]"},
	} {
		s := mustParse(t, with("tune: {}\nlearners: [{crf: {lambda: "+c.text+"}}]"))
		if got, want := string(s.Learners[0].Args), `{"lambda":`+c.want+`}`; got != want {
			t.Errorf("%s is %s, want %s", c.text, got, want)
		}
	}
	for _, ends := range [][2]string{{"1e-7", "3"}, {"2", "2.0000001"}, {"1", "7"}, {"9e9", "1e2"}} {
		s := mustParse(t, with("tune: {}\nlearners: [{crf: {lambda: {log: ["+ends[0]+", "+ends[1]+", 17]}}}]"))
		var args struct{ Lambda []float64 }
		check(t, json.Unmarshal(s.Learners[0].Args, &args))
		first, last := math.Log(args.Lambda[0]), math.Log(args.Lambda[16])
		for i, v := range args.Lambda {
			if want := first + float64(i)*(last-first)/16; math.Abs(math.Log(v)-want) > math.Abs(last-first)/160*1.001 {
				t.Errorf("%v: value %d is %v, whose logarithm is not %v", ends, i, v, want)
			}
		}
	}
}

// gridMistakes are mistakes in grids.
var gridMistakes = []mistake{
	{"span", "learners: [{crf: {lambda: {log: [1, 2]}}}]", `
1:33: log must be [FROM, TO, COUNT], not a list
    learners: [{crf: {lambda: {log: [1, 2]}}}]
                                    ^`},
	{"unknown span", "learners: [{crf: {lambda: {lgo: [1, 2, 3]}}}]", `
1:27: lambda must be a value, a list of values or {log: [FROM, TO, COUNT]}, not a mapping
    learners: [{crf: {lambda: {lgo: [1, 2, 3]}}}]
                              ^`},
	{"logarithm of zero", "learners: [{crf: {lambda: {log: [0, 2, 3]}}}]", `
1:34: an end of log is 0, must be in (0,inf)
    learners: [{crf: {lambda: {log: [0, 2, 3]}}}]
                                     ^
hint: log: values with equal ratios; others are a list`},
	{"an end of words", "learners: [{crf: {lambda: {log: [one, 2, 3]}}}]", `
1:34: an end of log must be a number, not the text "one"
    learners: [{crf: {lambda: {log: [one, 2, 3]}}}]
                                     ^
hint: log: values with equal ratios; others are a list`},
	{"one value", "learners: [{crf: {lambda: {log: [1, 2, 1]}}}]", `
1:40: the count of log is 1, must be in [2,10000]
    learners: [{crf: {lambda: {log: [1, 2, 1]}}}]
                                           ^`},
	{"half a value", "learners: [{crf: {lambda: {log: [1, 2, 2.5]}}}]", `
1:40: the count of log must be a whole number, not the number 2.5
    learners: [{crf: {lambda: {log: [1, 2, 2.5]}}}]
                                           ^`},
	{"no span", "learners: [{crf: {lambda: {log: [1, 1.0, 3]}}}]", `
1:37: log goes from 1 to 1.0
    learners: [{crf: {lambda: {log: [1, 1.0, 3]}}}]
                                        ^`},
	{"a value between that is none", "learners: [{crf: {objective: marginal, batch: {log: [1, 2, 4]}}}]", `
1:54: learner crf: batch must be a whole number, not the number 1.26
    learners: [{crf: {objective: marginal, batch: {log: [1, 2, 4]}}}]
                                                         ^`},
	{"a point twice", "learners: [{crf: {lambda: [1, 2, 1.0]}}]", `
1:34: duplicate value in the grid: lambda=1
    learners: [{crf: {lambda: [1, 2, 1.0]}}]
                                     ^`},
	{"tuned over nothing", "tune: {over: [lamda]}\nlearners: [{crf: {lambda: [1, 2]}}]", `
1:15: no learner has a list of "lamda" to choose from
    tune: {over: [lamda]}
                  ^
hint: did you mean "lambda"?`},
	{"tuned over a value", "tune: {over: [batch]}\nlearners: [{crf: {lambda: 1, batch: 2}}]", `
1:15: no learner has a list of "batch" to choose from
    tune: {over: [batch]}
                  ^
hint: give each learner values to choose from, such as batch: {log: [0.01, 10, 4]}`},
	{"tuned over no list", "tune: {over: lambda}\nlearners: [{crf: {lambda: [1, 2]}}]", `
1:14: over must be a list, not the text "lambda"
    tune: {over: lambda}
                 ^
hint: over: a list of the parameters to tune; by default all lists`},
	{"unequal grids beside an axis", "tune: {over: [lambda]}\nlearners: [{crf: {lambda: [1, 2], batch: [1, 2]}}, {crf: {lambda: [1, 2, 3], as: C}}]", `
2:53: "C" has 3 candidates, "crf batch=1" has 2: tuning is fair with equal effort only
    learners: [{crf: {lambda: [1, 2], batch: [1, 2]}}, {crf: {lambda: [1, 2, 3], as: C}}]
                                                        ^
hint: give all grids of a tuned suite the same number of points`},
}
