package run_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestSandbox: the record names the sandbox of the learner: the one in the suite, or else the best
// one. The key of the fit does not depend on it.
func TestSandbox(t *testing.T) {
	keys := map[string]bool{}
	for _, line := range []string{"", "sandbox: none", "sandbox: {paths: [/usr/share]}"} {
		f := runSuite(t, "suite: boxed\ndatasets: [chains: {words: 40, split: {train: 20, test: "+
			"20}}]\nlearners: [$plain: {as: plain}]\n"+line+"\n", run.Options{})[0]
		want := string(bestSandbox(t))
		if strings.Contains(line, "none") {
			want = string(sandbox.None)
		}
		if got := f.Times.Process.Sandbox; !f.Outcome.Good() || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %+v in the sandbox %q, want %q", line, f.Outcome, got, want)
		}
		keys[f.Key] = true
	}
	if len(keys) != 1 {
		t.Errorf("the sandbox is in the key of a fit: %v", keys)
	}
}

// TestSandboxRefused: a suite is refused before anything runs if its learners could read test
// labels.
func TestSandboxRefused(t *testing.T) {
	if bestSandbox(t) == sandbox.None {
		t.Skip("SKIPPED: no sandbox works here")
	}
	dir := t.TempDir()
	for _, folder := range []string{"results", "learner"} {
		check(t, os.Mkdir(filepath.Join(dir, folder), 0o777))
	}
	for _, name := range []string{"beside.sh", "learner/apart.sh"} {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\nexit 3\n"), 0o777))
	}
	for _, test := range []struct{ learner, sandbox, want string }{
		{"beside.sh", "", ""}, // it gets a copy of its folder without results
		{"learner/apart.sh", "", ""},
		{"learner/apart.sh", "sandbox: {paths: [results]}", "says the suite"},
		{"learner/apart.sh", "sandbox: {paths: [nowhere]}", "no such file"},
		{"beside.sh", "sandbox: none", ""},
	} {
		text := "datasets: [chains: {words: 40, split: {train: 20, test: 20}}]\nlearners: [" + filepath.Join(
			dir, test.learner,
		) + "]\n" + test.sandbox + "\n"
		s := must(suite.Parse(filepath.Join(dir, "suite.yaml"), []byte(text)))(t)
		_, err := plan.New(t.Context(), s, plan.Options{Results: filepath.Join(dir, "results")})
		if (err != nil) != (test.want != "") ||
			err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v, want %q", test.learner, test.sandbox, err, test.want)
		}
	}
}

// TestDescribeAlone: describing a learner that needs the declarations of a suite gives a hint how
// to declare them.
func TestDescribeAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "learner.sh")
	check(t, os.WriteFile(path, []byte("#!/bin/sh\nexit 3\n"), 0o777))
	_, err := plan.Describe(t.Context(), path, plan.Options{})
	if !errors.Is(err, host.ErrStart) || !strings.Contains(err.Error(), "check -path") {
		t.Error(err)
	}
}

func bestSandbox(t *testing.T) sandbox.Kind {
	t.Helper()
	best, _, err := sandbox.Best()
	check(t, err)
	return best
}
