package fit

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/param"
)

// TestExtend reads testdata/extend.txt: a grid, the type and range of a parameter, if any, and a
// planted loss; after a line "=>" the candidates of two rounds, the chosen ones, and whether there is
// a warning of a value at an edge.
func TestExtend(t *testing.T) {
	all, err := txtar.ParseFile("testdata/extend.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all.Files {
		text, want, _ := strings.Cut(string(f.Data), "=>\n")
		lines := strings.Split(text, "\n")
		grid, loss := json.RawMessage(lines[0]), lines[2]
		var params []param.Parameter
		if about := strings.Fields(lines[1]); len(about) > 0 {
			params = []param.Parameter{{Name: about[0], Type: about[1],
				Range: strings.Join(about[2:], "")}}
		}
		var trials []record.Trial
		best, got := 0, ""
		try := func(args []json.RawMessage) {
			for _, a := range args {
				trials = append(trials, record.Trial{Params: a, Loss: planted(loss, a)})
				if trials[len(trials)-1].Loss < trials[best].Loss {
					best = len(trials) - 1
				}
			}
		}
		try(points(t, lines[0]))
		for range 2 {
			added := extend(grid, trials[best].Params, trials, params)
			for i, args := range added {
				got += []string{"", " "}[min(i, 1)] + string(args)
			}
			got += "\n"
			try(added)
		}
		got += "chosen " + string(trials[best].Params)
		if len(EdgeWarnings(grid, trials[best].Params, trials)) > 0 {
			got += ", with a warning"
		}
		if got+"\n" != want {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, want)
		}
	}
}

// planted returns a loss: the sum of distances from the best values, in logarithms or not. Beyond a
// value that fails there is none.
func planted(loss string, args json.RawMessage) record.Number {
	var v map[string]float64
	_ = json.Unmarshal(args, &v) // numbers, whatever else there is
	sum := 0.5
	for term := range strings.SplitSeq(loss, ", ") {
		var kind, name string
		var best float64
		_, _ = fmt.Sscan(term, &kind, &name, &best)
		switch {
		case kind == "log":
			sum += math.Abs(math.Log(v[name] / best))
		case kind == "abs":
			sum += math.Abs(v[name] - best)
		case kind == "fails" && v[name] > best:
			return record.Number(math.NaN())
		}
	}
	return record.Number(sum)
}

// points returns the points of a grid as a suite lists them.
func points(t *testing.T, grid string) (list []json.RawMessage) {
	t.Helper()
	s, err := suite.Parse(
		"suite.yaml", fmt.Appendf(nil, "datasets: [chains]\nlearners: [{crf: %s}]\ntune: {}\n", grid),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Learners[0].Candidates {
		list = append(list, c.Args)
	}
	return list
}
