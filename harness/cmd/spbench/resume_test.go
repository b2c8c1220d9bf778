package main

import (
	"bufio"
	"errors"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
)

const resumeSuite = `
datasets:
  - chains: {words: 200, split: [{train: [0, 1], test: [2]}, {train: 40, test: 50}]}
train-loss: hamming-count
learners:
  - crf: {as: CRF}
  - ssvm: {lambda: [0.1, 0.01]}
decoders: [map, mpm, perturb: {draws: 20}]
budget: {passes: 20}
curve: {first: 1, factor: 3}
seeds: 4
`

// spbench runs the command in dir. It interrupts it at a line of standard error that begins with
// stop; "" lets it finish. It returns the exit code.
func spbench(t *testing.T, dir, stop string, args ...string) int {
	t.Helper()
	return signalled(t, dir, stop, syscall.SIGINT, args...)
}

// signalled is spbench with this signal.
func signalled(t *testing.T, dir, stop string, by syscall.Signal, args ...string) int {
	t.Helper()
	cmd := program(binariesDir(t), dir, args...)
	stderr, err := cmd.StderrPipe()
	need(t, err)
	need(t, cmd.Start())
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		if stop != "" && strings.HasPrefix(lines.Text(), stop) {
			need(t, cmd.Process.Signal(by))
		}
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

// TestRecordsDoNotDependOnHowTheyWereMade: a run with one worker, and one with two interruptions and
// two workers at the end, have equal records except for times.
func TestRecordsDoNotDependOnHowTheyWereMade(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	whole, cut := t.TempDir(), t.TempDir()
	for _, dir := range []string{whole, cut} {
		putText(t, "suite: resume\n"+resumeSuite, dir, "suite.yaml")
	}
	signals := []syscall.Signal{syscall.SIGINT, syscall.SIGHUP}
	if signal.Ignored(syscall.SIGHUP) { // as under nohup; spbench ignores it too
		signals[1] = syscall.SIGTERM
	}
	for i, by := range signals {
		if code := signalled(t, cut, []string{"2/24", "9/24"}[i], by, "run", "suite.yaml"); code != 130 {
			t.Errorf("exit code %d after signal %v, want 130", code, by)
		}
	}
	for dir, workers := range map[string]string{whole: "1", cut: "2"} {
		if code := spbench(t, dir, "", "run", "suite.yaml", "-workers", workers); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
	want, got := load(t, whole), load(t, cut)
	if len(want) != 24 || len(got) != 24 {
		t.Fatalf("%d and %d fits, want 24", len(want), len(got))
	}
	for key, f := range want {
		if record.Differences(f, got[key]) != nil {
			t.Errorf("%s seed %s split %d differs", f.Label, f.Seed, f.Split)
		}
	}
}

// load returns the fits of a run by their keys, and expects all to have ended well.
func load(t *testing.T, dir string) map[string]record.Fit {
	t.Helper()
	run := must(record.Latest(filepath.Join(dir, "results")))(t)
	fits, warnings, err := record.Load(run)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	byKey := map[string]record.Fit{}
	for _, f := range fits {
		byKey[f.Key] = f
		if !f.Outcome.Good() {
			t.Errorf("%s: %v", f.Label, f.Outcome)
		}
	}
	return byKey
}
