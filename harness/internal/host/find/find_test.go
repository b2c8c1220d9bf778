package find_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/internal/host/find"
)

func write(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	need(t, os.MkdirAll(filepath.Dir(path), 0o755))
	need(t, os.WriteFile(path, []byte(text), mode))
	return path
}

func TestFindExecutable(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	path := write(t, filepath.Join(dir, "spbench-learner-toy"), "\x7fELF no more", 0o755)
	o := find.Options{PluginPath: []string{filepath.Join(dir, "missing"), dir}, Cache: cache,
		Dir: dir}
	for _, name := range []string{"toy", path} {
		s, err := find.Learner(name, o)
		if err != nil || s.Name != name || s.Path != path || s.Argv[0] != path ||
			!strings.HasPrefix(s.Identity, "binary:") {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	before := must(find.Learner("toy", o))(t)
	copies, err := filepath.Glob(filepath.Join(cache, "bin", "*", "spbench-learner-toy"))
	if err != nil || len(copies) != 1 {
		t.Fatalf("copies %v, %v", copies, err)
	}
	if info, err := os.Stat(copies[0]); err != nil || info.Mode().Perm() != 0o555 {
		t.Errorf("copy has mode %v, %v", info.Mode(), err)
	}
	write(t, path, "\x7fELF rebuilt", 0o755)
	after, err := find.Learner("toy", o)
	if err != nil || after.Identity == before.Identity {
		t.Errorf("a rebuild left the identity %s, %v", after.Identity, err)
	}
	if b, err := os.ReadFile(copies[0]); err != nil || string(b) != "\x7fELF no more" {
		t.Errorf("a rebuild changed the copy: %q, %v", b, err)
	}
}

// A script started by its path finds its neighbours, and its first argument names the copy.
func TestScriptRunsInItsCopy(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	path := write(t, filepath.Join(dir, "learn.sh"), "#!/bin/sh\necho \"I am $0\" >&2\nexit 4\n",
		0o755)
	s, err := find.Learner(path, find.Options{Cache: cache})
	need(t, err)
	_, err = host.Open(t.Context(), s, host.Options{})
	if !errors.Is(err, fault.ErrStart) || !strings.Contains(err.Error(), "learner/0/learn.sh") ||
		!strings.Contains(err.Error(), "exit status 4") {
		t.Errorf("%v", err)
	}
}

// A script with an interpreter that is not found is kept with its neighbours all the same.
func TestScriptOfAnUnknownInterpreter(t *testing.T) {
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "learn.py"), "#!/usr/bin/env -u NAME python3\n", 0o755)
	var identities []string
	for _, neighbour := range []string{"a = 1\n", "a = 2\n"} {
		write(t, filepath.Join(dir, "helper.py"), neighbour, 0o644)
		s := must(find.Learner(path, find.Options{Cache: t.TempDir()}))(t)
		identities = append(identities, s.Identity)
	}
	if identities[0] == identities[1] {
		t.Errorf("another neighbour leaves the identity %s", identities[0])
	}
}

// TestFindsTheProgramOfTheFolder: ./sort is a program of the suite's folder, never that of $PATH.
func TestFindsTheProgramOfTheFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, filepath.Join(dir, "sort"), "\x7fELF", 0o755)
	for _, base := range []string{"", ".", dir} {
		s, err := find.Learner("./sort -r", find.Options{Cache: t.TempDir(), Dir: dir, Base: base})
		if err != nil || filepath.Dir(s.Path) != dir {
			t.Errorf("from %q: %s, %v", base, s.Path, err)
		}
	}
}

func TestFindSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	plain := write(t, filepath.Join(dir, "plain"), "not a program", 0o644)
	write(t, filepath.Join(dir, "spbench-learner-toy"), "\x7fELF", 0o755)
	write(t, filepath.Join(dir, "spbench-learner-locked"), "\x7fELF", 0o644)
	o := find.Options{PluginPath: []string{dir}, Cache: t.TempDir(), Dir: dir}
	for _, test := range []struct {
		name string
		kind error
		want []string
	}{
		{"toi", fault.ErrNotFound, []string{`did you mean "toy"?`,
			filepath.Join(dir, "spbench-learner-toi"), "learners found: locked, toy",
			"no spbench-learners beside this program", "hint: go install"}},
		{"", fault.ErrNotFound, []string{"name is empty"}},
		{"   ", fault.ErrNotFound, []string{"command line is empty"}},
		{dir + "/none", fault.ErrNotFound, []string{"there is no file " + dir + "/none"}},
		{dir + "/none --fast", fault.ErrNotFound, []string{"there is no file"}},
		{"no-such-program-anywhere x", fault.ErrNotFound, []string{"no-such-program-anywhere"}},
		{"sh -e " + dir + "/mine.sh", fault.ErrNotFound, []string{"/mine.sh: no such file"}},
		{"sh mine.py 0.1", fault.ErrNotFound, []string{"mine.py: no such file"}},
		{"sh 'x", fault.ErrNotFound, []string{"is never closed"}},
		{plain, fault.ErrStart, []string{"is not executable: chmod +x"}},
		{plain + " --fast", fault.ErrStart, []string{"is not executable: chmod +x"}},
		{"locked", fault.ErrStart, []string{"is not executable"}},
		{dir + "/", fault.ErrStart, []string{"is a folder"}},
	} {
		_, err := find.Learner(test.name, o)
		if !errors.Is(err, test.kind) {
			t.Errorf("%q: %v is not %v", test.name, err, test.kind)
			continue
		}
		for _, want := range test.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q: error does not say %q: %v", test.name, want, err)
			}
		}
	}
	if names := find.Names(o); !slices.Equal(names, []string{"locked", "toy"}) {
		t.Errorf("names %v", names)
	}
}

// TestScriptsAreNamed: a word is a script only if it must be a file.
func TestScriptsAreNamed(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "there.py"), "", 0o644)
	for _, args := range []string{"there.py", dir + "/there.py", "-c|exec gone.sh", "--out=a.py -x.py",
		"-m|package.module", "v.1.2", "py", ".py"} {
		if err := find.MissingScript(dir, strings.Split(args, "|")); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	}
	for _, args := range []string{"gone.py", "-u|gone.R|3", "./gone.jl", "/gone.sh"} {
		if err := find.MissingScript(dir, strings.Split(args, "|")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestNoHome: without a cache the message says what to set.
func TestNoHome(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	_, err := new(find.Options).CacheFolder()
	if !errors.Is(err, fault.ErrHost) ||
		!strings.Contains(err.Error(), "no folder is known for it: ") ||
		!strings.HasSuffix(err.Error(), ": set XDG_CACHE_HOME to a folder") {
		t.Error(err)
	}
}

func TestNoProgramAtAll(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "broken"), "\x7fELF but nothing else", 0o755)
	s := sourceOf(t, path)
	if _, err := host.Open(t.Context(), s, host.Options{}); !errors.Is(err, fault.ErrStart) ||
		!strings.Contains(err.Error(), "format error") {
		t.Errorf("%v", err)
	}
}

func TestCommandLineIdentity(t *testing.T) {
	dir := t.TempDir()
	script := write(t, filepath.Join(dir, "a learner.py"), "one", 0o644)
	o := find.Options{Cache: t.TempDir()}
	line := "sh -e '" + script + "' \"\""
	before := must(find.Learner(line, o))(t)
	if want := []string{"sh", "-e", script, ""}; !slices.Equal(before.Argv, want) ||
		!filepath.IsAbs(before.Path) {
		t.Errorf("%q became %q, %s", line, before.Argv, before.Path)
	}
	for _, step := range []struct {
		file, text, line string
		same             bool
	}{
		{"a learner.py", "one", line, true},
		{"a learner.py", "two", line, false},
		{"a learner.py", "one", line, true},
		{"data.txt", "", line, true}, // a file of another kind
		{"a learner.py", "one", line + " -v", false},
		{"imported.py", "", line, false}, // another module beside the script
	} {
		write(t, filepath.Join(dir, step.file), step.text, 0o644)
		if is := must(find.Learner(step.line, o))(t); (is.Identity == before.Identity) != step.same ||
			!strings.HasPrefix(is.Identity, "command:") {
			t.Errorf("with %q in %s, %q has the identity %s, and %s before", step.text, step.file,
				step.line, is.Identity, before.Identity)
		}
	}
}

// checkout makes a small source checkout with two learners of the user's and a shipped one. One of
// the user's does not build.
func checkout(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	root := t.TempDir()
	write(t, filepath.Join(root, "go.mod"), "module github.com/spbench/spbench\n\ngo 1.26\n", 0o644)
	write(t, filepath.Join(root, "go.sum"), "", 0o644)
	write(t, filepath.Join(root, "plugins/good/main.go"), `package main

import "github.com/spbench/spbench/inner"

func main() { println("good", inner.Number); panic("planted") }
`, 0o644)
	write(t, filepath.Join(root, "inner/inner.go"), "package inner\n\nconst Number = 1\n", 0o644)
	write(t, filepath.Join(root, "plugins/shipped/shipped.go"), "package shipped\n", 0o644)
	write(t, filepath.Join(root, "harness/cmd/spbench-learners/main.go"), `package main

import "os"

func main() {
	println(len(os.Args), os.Args[1])
	if os.Args[1] != "-list" { panic("planted") }
	os.Stdout.WriteString("shipped 0123 89ab\nother 4567 cdef\n")
}
`, 0o644)
	write(t, filepath.Join(root, "plugins/bad/main.go"),
		"package main\n\nfunc main() { undefinedName() }\n", 0o644)
	return root
}

func TestFindBuildsFromSource(t *testing.T) {
	root := checkout(t)
	var said []string
	o := find.Options{Dir: filepath.Join(root, "inner"), Cache: t.TempDir(),
		Log: func(line string) { said = append(said, line) }}
	good := must(find.Learner("good", o))(t)
	if len(said) == 0 || !strings.Contains(said[0], "building ./plugins/good in "+root) {
		t.Errorf("said %q", said)
	}
	if _, err := host.Open(t.Context(), good, host.Options{}); err == nil ||
		!strings.Contains(err.Error(), "good 1") {
		t.Errorf("the built learner says %v", err)
	}
	if _, err := find.Learner("bad", o); !errors.Is(err, fault.ErrBuild) ||
		!strings.Contains(err.Error(), "undefinedName") {
		t.Errorf("bad: %v", err)
	}
	if _, err := find.Learner("god", o); !errors.Is(err, fault.ErrNotFound) ||
		!strings.Contains(err.Error(), `did you mean "good"?`) {
		t.Errorf("god: %v", err)
	}
	if names := find.Names(o); !slices.Equal(names, []string{"bad", "good", "shipped"}) {
		t.Errorf("names %v", names)
	}
}

// The learners shipped with spbench are in one program. It is built once.
func TestFindShipped(t *testing.T) {
	root := checkout(t)
	dir, plugins := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	write(t, "shipped", "a file with the learner's name is none of its arguments", 0o644)
	o := find.Options{PluginPath: []string{plugins}, Dir: root, Cache: t.TempDir()}
	shipped, err := find.Learner("shipped", o)
	if err != nil || shipped.Name != "shipped" || shipped.Identity != "source:0123" ||
		!slices.Equal(shipped.Argv[1:], []string{"shipped"}) {
		t.Fatalf("%+v, %v", shipped, err)
	}
	if _, err := host.Open(t.Context(), shipped, host.Options{}); err == nil ||
		!strings.Contains(err.Error(), "2 shipped") {
		t.Errorf("the learner says %v", err)
	}
	write(t, filepath.Join(root, "harness/cmd/spbench-learners/main.go"), "package main\n", 0o644)
	if other, err := find.Learner("other", o); err != nil || other.Identity != "source:4567" ||
		other.Path != shipped.Path {
		t.Errorf("%+v, %v", other, err)
	}

	own := write(t, filepath.Join(plugins, "spbench-learner-shipped"), "\x7fELF of the user's",
		0o755)
	if s, err := find.Learner("shipped", o); err != nil || s.Path != own ||
		!strings.HasPrefix(s.Identity, "binary:") {
		t.Errorf("a learner in -plugins does not win: %+v, %v", s, err)
	}
}

// Without the program, and without Go to build it, the error says how to get it.
func TestFindNoProgram(t *testing.T) {
	root := checkout(t)
	t.Setenv("PATH", t.TempDir())
	for _, dir := range []string{root, t.TempDir()} {
		_, err := find.Learner("shipped", find.Options{Dir: dir, Cache: t.TempDir()})
		if !errors.Is(err, fault.ErrNotFound) ||
			!strings.Contains(err.Error(), "no spbench-learners beside this program") ||
			!strings.HasSuffix(err.Error(), "hint: "+find.InstallHint) {
			t.Errorf("%v", err)
		}
	}
}

func TestSourceIdentity(t *testing.T) {
	root := checkout(t)
	identity := func() string {
		t.Helper()
		// Another cache each time: within one process a checkout is built once.
		s := must(find.Learner("good", find.Options{Dir: root, Cache: t.TempDir()}))(t)
		return s.Identity
	}
	before := identity()
	write(t, filepath.Join(root, "plugins/bad/more.go"), "package main\n", 0o644)
	write(t, filepath.Join(root, "inner/inner_test.go"), "package inner\n", 0o644)
	write(t, filepath.Join(root, "README.md"), "hello\n", 0o644)
	if same := identity(); same != before || !strings.HasPrefix(same, "source:") {
		t.Errorf("what the learner does not depend on changed its identity from %s to %s", before,
			same)
	}
	write(t, filepath.Join(root, "inner/inner.go"), "package inner\n\nconst Number = 2\n", 0o644)
	if after := identity(); after == before {
		t.Error("a package that it depends on did not change its identity")
	}
}

// The packages that a script imports count, as pip recorded them around the interpreter. Others do
// not, and neither does the place of the environment.
func TestPackagesCount(t *testing.T) {
	environment := func() string {
		env := t.TempDir()
		write(t, filepath.Join(env, "pyvenv.cfg"), "", 0o644)
		write(t, filepath.Join(env, "bin", "python3"), "#!/bin/sh\n", 0o755)
		return env
	}
	record := func(env, dist, text string) {
		packages := filepath.Join(env, "lib/python3.11/site-packages")
		write(t, filepath.Join(packages, dist+".dist-info", "RECORD"), text, 0o644)
	}
	script := write(t, filepath.Join(t.TempDir(), "mine.py"),
		"import os, numpy as np\n  from torch.nn import Linear\nx = 'import pandas'\n", 0o644)
	identity := func(env string) string {
		line := filepath.Join(env, "bin", "python3") + " " + script
		return must(find.Learner(line, find.Options{Cache: t.TempDir()}))(t).Identity
	}
	env := environment()
	seen := map[string]bool{identity(env): true}
	for _, c := range []struct {
		dist, text string
		counts     bool
	}{
		{"numpy-1", "numpy/core.py,sha256=abc,1\n../../bin/f2py,sha256=x,1\n" +
			"numpy-1.dist-info/direct_url.json,sha256=y,1\n", true},
		{"numpy-1", "numpy/core.py,sha256=abc,1\n../../bin/f2py,sha256=z,1\n" +
			"numpy/__pycache__/core.pyc,,\n", false},
		{"numpy-1", "numpy/core.py,sha256=abd,1\n", true},
		{"torch-1", "torch/nn.py,sha256=abc,1\n", true},
		{"pandas-1", "pandas/core.py,sha256=abc,1\n", false},
		{"one-1", "torch.py,sha256=abc,1\n", true}, // a module of a single file
	} {
		record(env, c.dist, c.text)
		if is := identity(env); seen[is] == c.counts {
			t.Errorf("%s with %q: new identity %t", c.dist, c.text, !seen[is])
		}
		seen[identity(env)] = true
	}
	other := environment()
	record(other, "numpy-1", "numpy/core.py,sha256=abd,1\n")
	record(other, "torch-1", "torch/nn.py,sha256=abc,1\n")
	record(other, "one-1", "torch.py,sha256=abc,1\n")
	if identity(other) != identity(env) {
		t.Error("the place of the environment counts")
	}
}
