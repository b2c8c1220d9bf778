package fit

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/param"
)

// TestExtend follows two rounds on planted losses: the candidates of each, the chosen parameters,
// and the warning of a value at an edge.
func TestExtend(t *testing.T) {
	near := func(best float64) func(v map[string]float64) float64 {
		return func(v map[string]float64) float64 { return math.Abs(math.Log(v["lambda"] / best)) }
	}
	failing := func(name string, above float64, loss func(map[string]float64) float64) func(map[string]float64) float64 {
		return func(v map[string]float64) float64 {
			if v[name] > above {
				return math.NaN()
			}
			return loss(v)
		}
	}
	positive := []param.Parameter{{Name: "lambda", Type: "number", Range: "(0,inf)"}}
	for _, c := range []struct {
		name   string
		grid   string
		params []param.Parameter
		loss   func(map[string]float64) float64
		rounds [2]string
		chosen string
		note   bool
	}{
		{"high edge, then found", `{"lambda":[0.1,1,10]}`, positive, near(110),
			[2]string{`{"lambda":100} {"lambda":1000}`, `{"lambda":31.6} {"lambda":316}`}, `{"lambda":100}`, false},
		{"low edge, twice, not found", `{"lambda":[0.1,1,10]}`, positive, near(1e-9),
			[2]string{`{"lambda":0.01} {"lambda":0.001}`, `{"lambda":0.0001} {"lambda":1e-05}`}, `{"lambda":1e-05}`, true},
		{"interior", `{"lambda":[1,10,100]}`, positive, near(4),
			[2]string{`{"lambda":3.16} {"lambda":31.6}`, `{"lambda":1.78} {"lambda":5.62}`}, `{"lambda":3.16}`, false},
		{"end of the range, closed", `{"share":[0.25,0.5,1]}`, []param.Parameter{{Name: "share", Type: "number", Range: "[0,1]"}},
			func(v map[string]float64) float64 { return -v["share"] },
			[2]string{`{"share":0.794} {"share":0.63}`, `{"share":0.926} {"share":0.857}`}, `{"share":1}`, true},
		{"end of the range, open", `{"share":[0.1,0.9]}`, []param.Parameter{{Name: "share", Type: "number", Range: "[0,1)"}},
			func(v map[string]float64) float64 { return -v["share"] },
			[2]string{`{"share":0.433} {"share":0.208}`, `{"share":0.705} {"share":0.553}`}, `{"share":0.9}`, true},
		{"end of the range after one", `{"share":[0.125,0.25,0.5]}`, []param.Parameter{{Name: "share", Type: "number", Range: "[0,1]"}},
			func(v map[string]float64) float64 { return math.Abs(v["share"] - 0.7) },
			[2]string{`{"share":1} {"share":0.707}`, `{"share":0.595} {"share":0.841}`}, `{"share":0.707}`, false},
		{"zero, by differences", `{"kappa":[0,1,2]}`, []param.Parameter{{Name: "kappa", Type: "number", Range: ""}},
			func(v map[string]float64) float64 { return math.Abs(v["kappa"] + 1.4) },
			[2]string{`{"kappa":-1} {"kappa":-2}`, `{"kappa":-1.5} {"kappa":-0.5}`}, `{"kappa":-1.5}`, false},
		{"integers", `{"passes":[1,3,10]}`, []param.Parameter{{Name: "passes", Type: "integer", Range: "[1,100]"}},
			func(v map[string]float64) float64 { return math.Abs(v["passes"] - 2) },
			[2]string{`{"passes":1} {"passes":2}`, `{"passes":1} {"passes":2}`}, `{"passes":2}`, false},
		{"integers, high edge", `{"passes":[1,3,10]}`, []param.Parameter{{Name: "passes", Type: "integer", Range: "[1,100]"}},
			func(v map[string]float64) float64 { return -v["passes"] },
			[2]string{`{"passes":33} {"passes":18}`, `{"passes":61} {"passes":45}`}, `{"passes":61}`, true},
		{"two parameters, each at its edge", `{"kappa":[1,2],"lambda":[1,10]}`, nil,
			func(v map[string]float64) float64 {
				return math.Abs(v["kappa"]-4) + math.Abs(math.Log(v["lambda"]/100))
			},
			[2]string{`{"kappa":4,"lambda":10} {"kappa":8,"lambda":10}`, `{"kappa":4,"lambda":100} {"kappa":4,"lambda":1000}`}, `{"kappa":4,"lambda":100}`, false},
		{"two parameters take turns inside", `{"kappa":[1,2,4],"lambda":[1,10,100],"solver":"a"}`, nil,
			func(v map[string]float64) float64 { return math.Abs(v["kappa"]-2) + math.Abs(math.Log(v["lambda"]/10)) },
			[2]string{`{"kappa":1.41,"lambda":10,"solver":"a"} {"kappa":2.83,"lambda":10,"solver":"a"}`,
				`{"kappa":2,"lambda":3.16,"solver":"a"} {"kappa":2,"lambda":31.6,"solver":"a"}`}, `{"kappa":2,"lambda":10,"solver":"a"}`, false},
		{"one that does not matter is left alone", `{"kappa":[1,2],"lambda":[1,10,100]}`, nil, near(10),
			[2]string{`{"kappa":1,"lambda":3.16} {"kappa":1,"lambda":31.6}`, `{"kappa":1,"lambda":5.62} {"kappa":1,"lambda":17.8}`}, `{"kappa":1,"lambda":10}`, false},
		{"nothing matters", `{"lambda":[1,8]}`, positive, func(map[string]float64) float64 { return 0.5 },
			[2]string{`{"lambda":2} {"lambda":4}`, `{"lambda":1.26} {"lambda":1.59}`}, `{"lambda":1}`, false},
		{"what fails is no value tried", `{"lambda":[0.1,1,10]}`, positive, failing("lambda", 1, near(50)),
			[2]string{`{"lambda":10} {"lambda":100}`, `{"lambda":10} {"lambda":100}`}, `{"lambda":1}`, true},
		{"what fails takes no turn", `{"kappa":[1,2,4,8,16],"lambda":[1,10,100]}`, nil,
			failing("kappa", 4, func(v map[string]float64) float64 { return math.Abs(v["kappa"]-2) + math.Abs(math.Log(v["lambda"]/10)) }),
			[2]string{`{"kappa":1.41,"lambda":10} {"kappa":2.83,"lambda":10}`, `{"kappa":2,"lambda":3.16} {"kappa":2,"lambda":31.6}`},
			`{"kappa":2,"lambda":10}`, false},
		{"no numbers", `{"solver":["a","b"]}`, nil, func(map[string]float64) float64 { return 0.5 }, [2]string{}, `{"solver":"a"}`, false},
	} {
		var trials []record.Trial
		best := 0
		try := func(args string) {
			var v map[string]float64
			_ = json.Unmarshal([]byte(args), &v) // numbers, whatever else there is
			trials = append(
				trials, record.Trial{Params: json.RawMessage(args), Loss: record.Number(c.loss(v))},
			)
			if trials[len(trials)-1].Loss < trials[best].Loss {
				best = len(trials) - 1
			}
		}
		for _, args := range points(t, c.grid) {
			try(args)
		}
		for round, want := range c.rounds {
			got := ""
			added := extend(json.RawMessage(c.grid), trials[best].Params, trials, c.params)
			for i, args := range added {
				got += []string{"", " "}[min(i, 1)] + string(args)
			}
			if got != want {
				t.Errorf("%s: round %d: %s, want %s", c.name, round+1, got, want)
			}
			for _, args := range added {
				try(string(args))
			}
		}
		if got := string(trials[best].Params); got != c.chosen {
			t.Errorf("%s: chosen %s, want %s", c.name, got, c.chosen)
		}
		if notes := EdgeWarnings(json.RawMessage(c.grid), trials[best].Params, trials); len(
			notes,
		) > 0 != c.note {
			t.Errorf("%s: notes %q", c.name, notes)
		}
	}
}

// points returns the points of a grid as a suite lists them.
func points(t *testing.T, grid string) (list []string) {
	t.Helper()
	s, err := suite.Parse(
		"suite.yaml", fmt.Appendf(nil, "datasets: [chains]\nlearners: [{crf: %s}]\ntune: {}\n", grid),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Learners[0].Candidates {
		list = append(list, string(c.Args))
	}
	if !slices.Equal(list, slices.Compact(slices.Clone(list))) {
		t.Fatalf("%s: %q", grid, list)
	}
	return list
}
