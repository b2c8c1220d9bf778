package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/schematest"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestSuiteExamples: each example of docs/suites.md, the tutorials and the README can be planned.
// They and the suites of the repository match the schema for editors.
func TestSuiteExamples(t *testing.T) {
	t.Parallel()
	o := plan.Options{Note: func(line string) { t.Log(line) }}
	catalogue := plan.NewCatalogue(t.Context(), o)
	schema := compileSchema(t, catalogue)
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
	files, err := filepath.Glob("../../../suites/*/suite.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d suites: %v", len(files), err)
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
	for _, file := range files {
		if texts[file], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range texts {
		if err := validate(t, schema, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, wrong := range []string{"learners: [crf]", "datasets: [nosuch]\nlearners: [crf]",
		"datasets: [chains]\nlearners: [{crf: {lamda: 1}}]",
		"datasets: [chains]\nlearners: [{crf: {lambda: 0}}]"} {
		if validate(t, schema, []byte(wrong)) == nil {
			t.Errorf("the schema accepts %s", wrong)
		}
	}
}

func compileSchema(t *testing.T, c suite.Catalogue) *jsonschema.Schema {
	t.Helper()
	text := must(suite.Schema(c))(t)
	return schematest.Compile(t, text)
}

// validate checks YAML, read by a second parser, against a schema.
func validate(t *testing.T, s *jsonschema.Schema, text []byte) error {
	t.Helper()
	var v any
	need(t, yaml.Unmarshal(text, &v))
	plain := must(json.Marshal(numbers(v)))(t)
	doc := must(jsonschema.UnmarshalJSON(bytes.NewReader(plain)))(t)
	return s.Validate(doc)
}

// numbers converts texts such as 1e-3, which the parser does not read as numbers.
func numbers(v any) any {
	switch v := v.(type) {
	case string:
		if f, err := strconv.ParseFloat(v, 64); err == nil {
			return f
		}
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = numbers(v[key])
		}
	}
	return v
}
