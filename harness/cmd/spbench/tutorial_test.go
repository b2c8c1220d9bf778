package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// TestLearnerTutorial: the steps of docs/learners.md work literally, in a copy of the checkout and
// with a built command. The new learner, changed as described, passes the check and runs beside
// another one.
func TestLearnerTutorial(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	bin := binariesDir(t)
	text := must(os.ReadFile("../../../docs/learners.md"))(t)
	tutorial := section(t, text, learnerSteps)
	change := regexp.MustCompile("`(plugins/[^`]*\\.go)`:\n\n```diff\n-(.*)\n\\+(.*)\n```").FindStringSubmatch(tutorial)
	if change == nil {
		t.Fatal("the tutorial changes no line of a file below plugins/")
	}
	root := copyCheckout(t)
	need(t, os.Mkdir(filepath.Join(root, "plugins"), 0o777))
	var printed string
	for i, line := range commands(tutorial) {
		args, ok := strings.CutPrefix(line, "spbench ")
		if !ok {
			t.Fatalf("%s: this test runs commands of spbench", line)
		}
		cmd := exec.Command(filepath.Join(bin, "spbench"), strings.Fields(args)...)
		cmd.Dir = root
		cmd.Env = goEnvironment(t, "XDG_CACHE_HOME="+t.TempDir())
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		printed += string(out)
		if i == 0 {
			replaceLine(t, filepath.Join(root, change[1]), change[2], change[3])
		}
	}
	for _, want := range []string{`(?m)^learns +ok +ok`, `(?m)^ssg +map +[12][0-9]\.`, `(?m)^ssvm +map +[12][0-9]\.`} {
		if !regexp.MustCompile(want).MatchString(printed) {
			t.Errorf("the tutorial prints nothing like %s:\n%s", want, printed)
		}
	}
}

// copyCheckout copies the sources of a learner build to a folder.
func copyCheckout(t *testing.T) string {
	t.Helper()
	from, to := os.DirFS("../../.."), t.TempDir()
	need(t, fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (name == "harness/cmd" || !strings.HasPrefix(name, "harness")):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o777)
		case strings.HasSuffix(name, "_test.go") || !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".s") && name != "go.mod" && name != "go.sum":
			return nil
		}
		content, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), content, 0o666)
	}))
	return to
}

// goEnvironment returns the environment of go with additions. It shares the caches, and downloads
// nothing.
func goEnvironment(t *testing.T, additions ...string) []string {
	t.Helper()
	out := must(exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output())(t)
	caches := strings.Fields(string(out))
	if len(caches) != 2 {
		t.Skipf("SKIPPED: go's caches are not named as expected: %q", out)
	}
	return append(append(os.Environ(), "GOCACHE="+caches[0], "GOMODCACHE="+caches[1], "GOPROXY=off", "GOFLAGS=-mod=mod "+os.Getenv("GOFLAGS")), additions...)
}

// replaceLine replaces a line of a file. The line must occur once.
func replaceLine(t *testing.T, name, old, new string) {
	t.Helper()
	content := must(os.ReadFile(name))(t)
	if n := strings.Count(string(content), "\n"+old+"\n"); n != 1 {
		t.Fatalf("%s has the line %q %d times, want once", name, old, n)
	}
	changed := strings.Replace(string(content), "\n"+old+"\n", "\n"+new+"\n", 1)
	putText(t, changed, name)
}
