package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// TestInstall: after the install command of the tutorial, spbench runs in any folder, without Go
// and without a checkout.
func TestInstall(t *testing.T) {
	longtest.Skip(t)
	t.Parallel()
	tutorial := must(os.ReadFile("../../../docs/tutorial.md"))(t)
	command := regexp.MustCompile("`(go install \\./[^`]*)`").FindSubmatch(tutorial)
	if command == nil {
		t.Fatal("the tutorial has no install command")
	}
	bin, home := t.TempDir(), t.TempDir()
	install := exec.Command("sh", "-c", string(command[1]))
	install.Dir, install.Env = "../../..", goEnvironment(t, "GOBIN="+bin)
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(filepath.Join(bin, "spbench"), "run", "quickstart", "-quick", "-dataset", "chains")
	run.Dir, run.Env = home, []string{"HOME=" + home, "PATH=" + home}
	out, err := run.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "\nCRF ") || strings.Contains(string(out), "crash") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestGoRun: with go run in a checkout, spbench builds its learners once, the same as the installed
// ones.
func TestGoRun(t *testing.T) {
	longtest.Skip(t)
	t.Parallel()
	cache, results := t.TempDir(), t.TempDir()
	run := func() (said string) {
		cmd := exec.Command("go", "run", "./harness/cmd/spbench", "-results", results, "run", "quickstart", "-quick", "-dataset", "chains", "-learner", "CRF")
		cmd.Dir, cmd.Env = "../../..", goEnvironment(t, "XDG_CACHE_HOME="+cache)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "\nCRF ") {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	if said := run(); !strings.Contains(said, "building ./harness/cmd/spbench-learners in ") {
		t.Errorf("the first run prints\n%s", said)
	}
	if said := run(); strings.Contains(said, "building") || !strings.Contains(said, "1 of 1 fits were up to date") {
		t.Errorf("the second run prints\n%s", said)
	}
	programs, err := filepath.Glob(filepath.Join(cache, "spbench", "build", "*", "spbench-learners"))
	if err != nil || len(programs) != 1 {
		t.Fatalf("%q, %v", programs, err)
	}
	list := func(program string) string {
		out := must(exec.Command(program, "-list").Output())(t)
		return string(out)
	}
	if built, installed := list(programs[0]), list(filepath.Join(binariesDir(t), "spbench-learners")); built != installed || built == "" {
		t.Errorf("go run has the learners\n%sinstalled are\n%s", built, installed)
	}
}
