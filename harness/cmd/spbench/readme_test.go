package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// TestReadmeWidth: the table of the README fits a terminal of 80 columns.
func TestReadmeWidth(t *testing.T) {
	text := must(os.ReadFile("../../../README.md"))(t)
	table := regexp.MustCompile(`(?s)\nquickstart: .*?\nResult hash `).FindString(string(text))
	if table == "" {
		t.Fatal("the README shows no table")
	}
	for _, line := range strings.Split(table, "\n") {
		if n := utf8.RuneCountInString(line); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// learnerSteps is a heading of docs/learners.md.
const learnerSteps = "A learner in Go, step by step"

// section returns the text under a heading of a page.
func section(t *testing.T, text []byte, heading string) string {
	t.Helper()
	_, rest, found := strings.Cut(string(text), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("the page has no section %q", heading)
	}
	rest, _, _ = strings.Cut(rest, "\n## ")
	return rest
}

// commands returns the commands in a text.
func commands(text string) (lines []string) {
	for _, line := range regexp.MustCompile(`(?m)^\$ (.*)$`).FindAllStringSubmatch(text, -1) {
		lines = append(lines, line[1])
	}
	return lines
}

// TestPageLearner: the learner in docs/learners.md compiles, learns, also with a small budget, and
// conforms.
func TestPageLearner(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	binariesDir(t) // builds the command
	text := must(os.ReadFile("../../../docs/learners.md"))(t)
	code := regexp.MustCompile("(?s)```go\n(.*?)```").FindStringSubmatch(section(t, text, learnerSteps))
	if code == nil {
		t.Fatal("the page shows no learner")
	}
	template := must(learnerFiles.ReadFile("newlearner/main.go.tmpl"))(t)
	for name, source := range map[string]string{"docs/learners.md": code[1],
		"spbench new": string(template)} {
		if n := strings.Count(source, "\n"); n >= 60 {
			t.Errorf("the learner of %s has %d lines, under 60 are wanted", name, n)
		}
	}
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		putText(t, content, path)
		return path
	}
	root := must(filepath.Abs("../../.."))(t)
	// An overlay puts it into plugins/ without writing a file there.
	source := write("main.go", `package main

import (
	"context"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
)

`+code[1])
	overlay := write("overlay.json", fmt.Sprintf(`{"Replace": {%q: %q}}`,
		filepath.Join(root, "plugins", "perceptron", "main.go"), source))
	build := exec.Command("go", "build", "-overlay", overlay, "-o",
		filepath.Join(dir, "perceptron"), "./plugins/perceptron")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	write("suite.yaml", `
suite: mine
datasets: [chains: {words: 200, split: {train: 100, test: 50}}]
learners:
  - ./perceptron: {passes: 5, as: mine}
  - ./perceptron: {passes: 1, as: less}
budget: {passes: 2.5}
`)
	spbench(t, dir, "run", "suite.yaml")
	fits, _, err := record.Load(must(record.Latest(filepath.Join(dir, "results")))(t))
	need(t, err)
	for _, f := range fits {
		if loss := f.Rows[0].Metrics["hamming"]; loss > 0.8 { // guessing has loss 25/26
			t.Errorf("%s: loss %v: it has learned nothing", f.Label, loss)
		}
		if want := map[string]sp.End{"mine": sp.EndedByBudget,
			"less": sp.EndedByLimit}[f.Label]; f.Ended != want {
			t.Errorf("%s: ended by %s, want %s", f.Label, f.Ended, want)
		}
	}
	spbench(t, dir, "check", "./perceptron")
}
