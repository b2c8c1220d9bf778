package main

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// A learner in Python is short: at most 20 lines for the structured perceptron, with its imports.
func TestNewPythonIsShort(t *testing.T) {
	l := &newLearner{Name: "mine", Python: true}
	files := must(l.files())(t)
	want := []string{"README.md", "learner.py", "suite.yaml"}
	if names := slices.Sorted(maps.Keys(files)); !slices.Equal(names, want) {
		t.Errorf("files %q", names)
	}
	text := string(files["learner.py"])
	lines := strings.Count(text, "\n")
	if lines > 20 || !strings.Contains(text, "class Mine(spbench.Learner):\n") {
		t.Errorf("%d lines:\n%s", lines, text)
	}
	page := string(must(os.ReadFile("../../../docs/python.md"))(t))
	if !strings.Contains(page, "\n"+text+"```\n") {
		t.Errorf("docs/python.md shows another learner than\n%s", text)
	}
}
