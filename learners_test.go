package spbench_test

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/spbench/spbench"
	"github.com/spbench/spbench/plugins"
)

// A learner's hash changes with its own sources and with imported ones, and with nothing else.
func TestLearnerHash(t *testing.T) {
	learner := func(file, text string) string {
		return spbench.LearnerHash(fstest.MapFS{
			"one/one.go": {Data: []byte("package one\n\nimport _ \"github.com/spbench/spbench/harness/sp\"\n")},
			"two/two.go": {Data: []byte("package two\n")},
			file:         {Data: []byte(text)},
		}, "one")
	}
	before := learner("two/two.go", "package two\n")
	for _, other := range [][2]string{
		{"two/two.go", "package two // changed\n"}, {"two/more.go", "package two\n"}, {"one/one_test.go", "package one\n"},
	} {
		if learner(other[0], other[1]) != before {
			t.Errorf("%s changes the hash of another learner", other[0])
		}
	}
	for _, own := range [][2]string{
		{"one/one.go", "package one\n"}, {"one/more.go", "package one\n"}, {"one/loop_amd64.s", "TEXT"},
		{"one/one.go", "package one\n\nimport _ \"github.com/spbench/spbench/harness/param\"\n"},
	} {
		if learner(own[0], own[1]) == before {
			t.Errorf("%s %q does not change the hash", own[0], own[1])
		}
	}
}

// The hash of each learner covers all sources Go compiles it from, on this machine.
func TestLearnerHashCoversImports(t *testing.T) {
	entries, err := fs.ReadDir(plugins.Sources, ".")
	if err != nil || len(entries) < 7 {
		t.Fatalf("%d learners, %v", len(entries), err)
	}
	for _, e := range entries {
		covered := spbench.LearnerFiles(plugins.Sources, e.Name())
		for _, file := range compiledFrom(t, "plugins/"+e.Name()) {
			if !slices.Contains(covered, file) {
				t.Errorf("the hash of %s does not cover %s", e.Name(), file)
			}
		}
		if slices.ContainsFunc(covered, func(f string) bool {
			return strings.HasPrefix(f, "plugins/") && !strings.HasPrefix(f, "plugins/"+e.Name()+"/") || strings.HasSuffix(f, "_test.go")
		}) {
			t.Errorf("the hash of %s covers another learner or a test: %q", e.Name(), covered)
		}
	}
}

// compiledFrom returns the files of the module compiled into a package.
func compiledFrom(t *testing.T, folder string) (files []string) {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,GoFiles,CgoFiles,SFiles,HFiles,EmbedFiles", "./"+folder).Output()
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath                                    string
			GoFiles, CgoFiles, SFiles, HFiles, EmbedFiles []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return files
		} else if err != nil {
			t.Fatal(err)
		}
		if in, ok := strings.CutPrefix(p.ImportPath, module); ok {
			for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.SFiles, p.HFiles, p.EmbedFiles) {
				files = append(files, in+"/"+name)
			}
		}
	}
}
