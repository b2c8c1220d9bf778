package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"testing"

	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestSuiteExamples: each example of docs/suites.md, the tutorials and the README can be planned.
func TestSuiteExamples(t *testing.T) {
	t.Parallel()
	o := plan.Options{Note: func(line string) { t.Log(line) }}
	texts := map[string][]byte{}
	for _, name := range []string{"docs/suites.md", "docs/tutorial.md",
		"docs/tutorial-images.md", "README.md"} {
		page := must(os.ReadFile("../../../" + name))(t)
		for i, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllSubmatch(page,
			-1) {
			texts[fmt.Sprintf("%s, example %d", name, i+1)] = block[1]
		}
	}
	if len(texts) < 11 {
		t.Fatalf("the pages have %d examples", len(texts))
	}
	for name, text := range texts {
		// Any interpreter serves to plan, and not every machine has this one.
		s, err := suite.Parse(name, bytes.ReplaceAll(text, []byte("python3 "), []byte("sh ")))
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := plan.New(t.Context(), s, o); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
}
