package main

import (
	"bufio"
	"errors"
	"math"
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

// TestRecordsDoNotDependOnHowTheyWereMade: runs with one worker, with two workers, and with two
// interruptions have equal records except for times.
func TestRecordsDoNotDependOnHowTheyWereMade(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	runs := map[string]func(dir string){
		"one worker": func(dir string) {
			if code := spbench(t, dir, "", "run", "suite.yaml"); code != 0 {
				t.Errorf("exit code %d", code)
			}
		},
		"two workers": func(dir string) {
			if code := spbench(t, dir, "", "run", "suite.yaml", "-workers", "2"); code != 0 {
				t.Errorf("exit code %d", code)
			}
		},
		"interrupted": func(dir string) {
			signals := []syscall.Signal{syscall.SIGINT, syscall.SIGHUP}
			if signal.Ignored(syscall.SIGHUP) { // as under nohup; spbench ignores it too
				signals[1] = syscall.SIGTERM
			}
			for i, by := range signals {
				if code := signalled(t, dir, []string{"2/24", "9/24"}[i], by, "run",
					"suite.yaml"); code != 130 {
					t.Errorf("exit code %d after signal %v, want 130", code, by)
				}
			}
			if code := spbench(t, dir, "", "run", "suite.yaml", "-workers", "2"); code != 0 {
				t.Errorf("exit code %d", code)
			}
		},
	}
	records := map[string]map[string]record.Fit{}
	for name, run := range runs {
		dir := t.TempDir()
		putText(t, "suite: resume\n"+resumeSuite, dir, "suite.yaml")
		run(dir)
		records[name] = load(t, dir)
	}
	want := records["one worker"]
	if len(want) != 24 {
		t.Fatalf("%d fits, want 24", len(want))
	}
	for name, got := range records {
		if len(got) != len(want) {
			t.Errorf("%s: %d fits, want %d", name, len(got), len(want))
		}
		for key, f := range want {
			if !record.Equal(f, got[key]) {
				t.Errorf("%s: %s seed %s split %d differs", name, f.Label, f.Seed, f.Split)
			}
		}
	}
}

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
		a := f.Audit
		if a == nil {
			if f.Learner == "crf" || f.Learner == "ssvm" {
				t.Errorf("%s: no audit", f.Label)
			}
			continue
		}
		if a.Gap < 0 || a.Gap != a.Objective-a.Bound {
			t.Errorf("%s: audit %+v", f.Label, *a)
		}
		if off := math.Abs(float64(a.Dual - a.Bound)); f.Learner == "ssvm" && !(off < 1e-9) {
			t.Errorf("%s: bound %v, by its dual variables %v", f.Label, a.Bound, a.Dual)
		}
	}
	return byKey
}
