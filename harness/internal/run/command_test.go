package run_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// solve is a command. It chooses at most as many variables as the file says, and ends at the line
// that the file says.
func solve(file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	var most, last int
	fmt.Sscan(string(text), &most, &last)
	lines, out := bufio.NewReader(os.Stdin), os.NewFile(1, "") // package serve moves os.Stdout
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		if n == last {
			fmt.Fprintln(os.Stderr, "no capacity")
			os.Exit(3)
		}
		var questions []struct{ Scores [][]*float64 }
		if err := json.Unmarshal(line, &questions); err != nil {
			panic(err)
		}
		var list []any
		for _, q := range questions {
			list = append(list, choose(q.Scores, most))
		}
		text, _ := json.Marshal(list)
		fmt.Fprintln(out, string(text))
	}
}

func choose(scores [][]*float64, most int) any {
	y, score, order := make([]int, len(scores)), 0.0, []int{}
	for d, row := range scores {
		if row[0] == nil {
			y[d], score = 1, score+*row[1]
			most--
		} else if score += *row[0]; row[1] != nil && *row[1] > *row[0] {
			order = append(order, d)
		}
	}
	gain := func(d int) float64 { return *scores[d][1] - *scores[d][0] }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gain(b), gain(a)) })
	if most < 0 {
		return nil
	}
	for _, d := range order[:min(most, len(order))] {
		y[d], score = 1, score+gain(d)
	}
	return map[string]any{"labels": y, "score": score}
}

// commands is a suite with a solver of the user, in the files sound and "it's faulty".
const commands = `
suite: commands
datasets:
  - subsets:
      as: sound
      split: {train: 20, test: 10}
      structure: {command: [PROGRAM, solve, sound]}
  - subsets:
      as: faulty
      split: {train: 20, test: 10}
      structure: {command: [PROGRAM, solve, "it's faulty"]}
features: {linear: {pairs: none}}
learners:
  - ssvm: {passes: 3, lambda: 0.1}
  - crf
`

// TestCommands: learners learn by a program of the user, with files of its folder. An error of it
// is one of its cells, which names it and the instance. Another content makes another key.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	write("sound", "9 0")
	write("it's faulty", "9 30")
	text := strings.ReplaceAll(commands, "PROGRAM", must(os.Executable())(t))
	fits := func() (all []record.Fit) {
		all, _ = runIn(t, dir, text, plan.Options{}, run.Options{})
		return all
	}
	first := fits()
	const died = "it ended without an answer: exit status 3: no capacity"
	for i, want := range []string{"", "does not sum", died, "does not sum"} {
		f := &first[i]
		named := strings.Contains(f.Outcome.Reason, `solve it's faulty", instance "`)
		if !strings.Contains(f.Outcome.Reason, want) || f.Outcome.Good() != (want == "") ||
			named != (want == died) {
			t.Errorf("%s of %s: %+v, want %q", f.Learner, f.Dataset, f.Outcome, want)
		}
	}
	if a := first[0].Audit; first[0].Counts.MAP != 60 || !(a.Objective > 0 && a.Bound <= a.Objective) {
		t.Errorf("%+v, audit %+v", first[0].Counts, a)
	}
	write("it's faulty", "9 0")
	second := fits()
	for i := range first {
		if same := first[i].Key == second[i].Key; same != (first[i].Dataset == "sound") {
			t.Errorf("%s: the key is the same: %v", first[i].Dataset, same)
		}
	}
	if !second[2].Outcome.Good() || second[2].WeightsFile != first[0].WeightsFile {
		t.Errorf("%+v", second[2].Outcome)
	}
	write("it's faulty", "1 0")
	s := must(suite.Parse(filepath.Join(dir, "suite.yaml"), []byte(text)))(t)
	_, err := plan.New(t.Context(), s, plan.Options{})
	if err == nil || !strings.Contains(err.Error(), "suite.yaml:8:") ||
		!strings.Contains(err.Error(), `it's faulty", instance "`) {
		t.Error(err)
	}
}
