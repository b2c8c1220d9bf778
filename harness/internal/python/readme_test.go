package python_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// The README's own suite runs unchanged: the learner in Python, the data and the
// results share one folder, and spbench starts in a different one.
func TestReadmeSuite(t *testing.T) {
	longtest.Skip(t)
	path := python(t)
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```yaml\n(datasets:\n  - news\\.conll.*?)```").FindSubmatch(readme)
	if block == nil {
		t.Fatal("the README has no suite of news.conll")
	}
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	suite := strings.ReplaceAll(string(block[1]), "python3", path)
	put("suite.yaml", strings.Replace(suite, "seeds: 5", "seeds: 2", 1))
	put("chunking.template", "U00:%x[0,0]\nU01:%x[0,1]\nU02:%x[-1,1]/%x[0,1]\nB\n")
	put("news.conll", sentences(400))
	text, err := os.ReadFile("examples/python/learner.py")
	if err != nil {
		t.Fatal(err)
	}
	put("mine.py", string(text))
	bin := t.TempDir()
	program := filepath.Join(bin, "spbench")
	spbench := func(from, name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = from
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
		return string(out)
	}
	spbench(".", "go", "build", "-o", bin+"/", "./harness/cmd/...")
	if out := spbench(dir, program, "data", "check", "news.conll", "-set",
		"columns=[word, pos, chunk]", "-set", "template_file=chunking.template"); !strings.Contains(out,
		"400 chains") {
		t.Errorf("data check prints\n%s", out)
	}
	out := spbench(dir, program, "run", ".")
	if !regexp.MustCompile(`(?m)^\S*python3 mine\.py +map +\d`).MatchString(out) {
		t.Errorf("the learner in Python has no number:\n%s", out)
	}
}

// sentences returns n sentences with a word, its part of speech and its chunk in a line.
func sentences(n int) string {
	words := [][3]string{{"the", "DT", "B-NP"}, {"dog", "NN", "I-NP"}, {"runs", "VB", "B-VP"},
		{"in", "IN", "B-PP"}, {"old", "JJ", "I-NP"}}
	var b strings.Builder
	for i := range n {
		for j := range 4 + i%5 {
			w := words[(i*i+3*j*j+i*j)%len(words)]
			fmt.Fprintln(&b, w[0], w[1], w[2])
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}
