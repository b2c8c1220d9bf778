package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// TestInstall: the commands of docs/install.md run in order, in one shell and an empty home, without
// network. The clone is this checkout, and the latest version in Go's proxy a copy of it.
func TestInstall(t *testing.T) {
	longtest.Skip(t)
	t.Parallel()
	page := string(must(os.ReadFile("../../../docs/install.md"))(t))
	home, root := t.TempDir(), must(filepath.Abs("../../.."))(t)
	for _, r := range [][2]string{ // the links need the path of the checkout, which Go's cache knows
		{"$ git clone https://github.com/spbench/spbench\n", "$ ln -s '" + root + "' spbench\n"},
		{"$ cd spbench\n", "$ cd -P spbench\n"}, {"$ cd ~/spbench\n", "$ cd -P ~/spbench\n"},
		{"$ export PATH=", "$ unset SPBENCH_RESULTS; export PATH="},
	} {
		if strings.Count(page, r[0]) != 1 {
			t.Fatalf("the page has not the line %q once", r[0])
		}
		page = strings.Replace(page, r[0], r[1], 1)
	}
	script := "set -e\ncd\necho\n"
	for _, line := range regexp.MustCompile(`(?m)^(?:\$ (.*)|## (.*))$`).FindAllStringSubmatch(page, -1) {
		if script += line[1] + "\n"; line[2] != "" {
			script += "echo '## " + line[2] + "'\n"
		}
	}
	shell := []string{"bash", "-c", script}
	if exec.Command("unshare", "-n", "true").Run() == nil {
		shell = append([]string{"unshare", "-n"}, shell...)
	} else {
		t.Log("no right to take the network away; only Go's proxy is off")
	}
	session := exec.Command(shell[0], shell[1:]...)
	session.Env = goEnvironment(t, "HOME="+home, "XDG_CACHE_HOME=", "GOPATH=", "GOBIN=",
		"GOSUMDB=off", "GOPROXY="+publish(t, root),
		"SPBENCH_RESULTS="+filepath.Join(home, "results")) // unset by the second way
	out, err := session.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for heading, want := range map[string]string{
		"Run it in a checkout":  `(?s)building \./harness/cmd/spbench-learners in .*\nCRF `,
		"Install it with Go":    `(?ms)^spbench +0\.1\.0 +v0\.1\.0-test.*\nCRF .*\nfirst: 2 fits`,
		"Make a release folder": `(?s)THIRD_PARTY\n.*\n  quickstart `,
	} {
		said := section(t, out, heading)
		if !regexp.MustCompile(want).MatchString(said) || strings.Contains(said, "crash") {
			t.Errorf("%s: nothing like %s in\n%s", heading, want, said)
		}
	}
	checkRelease(t, filepath.Join(home, "spbench-0.1.0"))
	if left, err := filepath.Glob(filepath.Join(home, "go", "bin", "*")); len(left) > 0 || err != nil {
		t.Errorf("uninstalled, there are still %q, %v", left, err)
	}
}

// publish writes the checkout as a version of its module, in the form of a proxy of Go. It returns
// this proxy and that of the modules in Go's cache. At the end of the test it removes the version
// from that cache.
func publish(t *testing.T, root string) (proxies string) {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		t.Skipf("SKIPPED: git does not know this checkout: %v", err)
	}
	const module = "github.com/spbench/spbench"
	version, proxy := fmt.Sprintf("v%s-test.%d", version, os.Getpid()), t.TempDir()
	at := filepath.Join(proxy, module, "@v")
	need(t, os.MkdirAll(at, 0o777))
	putText(t, version+"\n", at, "list")
	putText(t, `{"Version": "`+version+`"}`, at, version+".info")
	putText(t, string(must(os.ReadFile(filepath.Join(root, "go.mod")))(t)), at, version+".mod")
	f := must(os.Create(filepath.Join(at, version+".zip")))(t)
	z := zip.NewWriter(f)
	for _, name := range strings.Split(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join(root, name))
		if strings.HasPrefix(name, "tools/") || errors.Is(err, fs.ErrNotExist) {
			continue // modules of their own, or deleted
		}
		need(t, err)
		_, err = must(z.Create(module + "@" + version + "/" + name))(t).Write(content)
		need(t, err)
	}
	need(t, errors.Join(z.Close(), f.Close()))
	cache := strings.TrimSpace(string(must(exec.Command("go", "env", "GOMODCACHE").Output())(t)))
	t.Cleanup(func() {
		sources := filepath.Join(cache, module+"@"+version)
		need(t, exec.Command("chmod", "-R", "u+w", sources).Run())
		need(t, os.RemoveAll(sources))
		downloads := must(filepath.Glob(filepath.Join(cache, "cache", "download", module, "@v", version+".*")))(t)
		for _, name := range downloads {
			need(t, os.Remove(name))
		}
	})
	return "file://" + proxy + ",file://" + filepath.Join(cache, "cache", "download")
}

// TestVersion: changelog and citation name the version.
func TestVersion(t *testing.T) {
	for name, line := range map[string]string{"CHANGELOG.md": `\n## ([0-9.]+)`,
		"CITATION.cff": `\nversion: (.*)`} {
		text := must(os.ReadFile("../../../" + name))(t)
		if found := regexp.MustCompile(line).FindSubmatch(text); found == nil || string(found[1]) != version {
			t.Errorf("%s: the newest version is %q, want %s", name, found, version)
		}
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
