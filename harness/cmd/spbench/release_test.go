package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	sources "github.com/spbench/spbench"
)

// checkRelease checks the output of tools/release in a folder: it runs suites on a machine without
// Go.
func checkRelease(t *testing.T, out string) {
	t.Helper()
	again, err := exec.Command("bash", "../../../tools/release", out).CombinedOutput()
	if err == nil || !strings.Contains(string(again), "is not empty: give a new folder") {
		t.Errorf("into a folder with a release: %v\n%s", err, again)
	}
	for _, name := range []string{"docs/tutorial.md", "python/backend.py",
		"python/spbench/learner_pb2.py"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
	checkLicences(t, filepath.Join(out, "THIRD_PARTY"))
	mains, err := filepath.Glob("../../../plugins/*/learner.go")
	if err != nil || len(mains) == 0 {
		t.Fatalf("learners %q, %v", mains, err)
	}
	home := t.TempDir()
	run := func(args ...string) string {
		cmd := exec.Command(filepath.Join(out, "spbench"), args...)
		cmd.Dir = home
		cmd.Env = []string{"HOME=" + home, "PATH=" + home}
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("spbench %s: %v\n%s", strings.Join(args, " "), err, text)
		}
		return string(text)
	}
	list := run("list", "learners")
	for _, main := range mains {
		if name := filepath.Base(filepath.Dir(main)); !strings.Contains(list, "\n  "+name+" ") &&
			!strings.HasPrefix(list, "  "+name+" ") {
			t.Errorf("no learner %s in\n%s", name, list)
		}
	}
	suite := "datasets: [chains: {words: 60, split: {train: 20, test: 20}}]\nlearners: [crf, " +
		"ssvm]\nbudget: {passes: 3}\n"
	putText(t, suite, home, "suite.yaml")
	if table := run("run", "suite.yaml"); !strings.Contains(table, "ssvm") ||
		strings.Contains(table, "crash") {
		t.Errorf("the table is\n%s", table)
	}
	run("plan", filepath.Join(out, "suites", "quickstart"))
	if table := run("run", "quickstart", "-quick"); !strings.Contains(table,
		"A quick look, no result: quickstart") || strings.Contains(table, "crash") {
		t.Errorf("run quickstart anywhere prints\n%s", table)
	}
	if version := run("version"); !strings.Contains(version, sources.Sources().Harness()) ||
		!strings.Contains(version, sources.Sources().Scoring()) {
		t.Errorf("a release is not of the sources it was built from:\n%s", version)
	}
}

// checkLicences checks that each linked module has a licence in the folder.
func checkLicences(t *testing.T, dir string) {
	t.Helper()
	list := "{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}}{{end}}{{end}}"
	out := must(exec.Command("go", "list", "-deps", "-f", list,
		"github.com/spbench/spbench/harness/cmd/...").Output())(t)
	modules := append(strings.Fields(string(out)), "go@"+runtime.Version())
	if len(modules) < 20 {
		t.Errorf("%d modules are linked", len(modules))
	}
	for _, module := range modules {
		words := 0
		err := filepath.WalkDir(filepath.Join(dir, filepath.FromSlash(module)),
			func(path string, _ fs.DirEntry, err error) error {
				text, _ := os.ReadFile(path) // a folder has no text
				words += len(strings.Fields(string(text)))
				return err
			})
		if err != nil || words < 50 {
			t.Errorf("%s: licences of %d words, %v", module, words, err)
		}
	}
	notice, err := os.ReadFile(filepath.Join(filepath.Dir(dir), "NOTICE"))
	for _, module := range []string{"github.com/ajstarks/svgo", "github.com/golang/freetype"} {
		if linked := strings.Contains(string(out), module+"@"); err != nil ||
			linked != strings.Contains(string(notice), module) {
			t.Errorf("%s is linked: %v, and NOTICE says otherwise (%v)", module, linked, err)
		}
	}
}
