package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
)

var kills = flag.Int("kills", 15,
	"number of kills of spbench in the tests of kill -9, over all three suites")

// killSuites all have tuning and curves.
var killSuites = []struct {
	name, text string
	longest    float64 // longest time before a kill, as a share of an undisturbed run's time
	// fits take longer than that, so they need saved states to finish
	resumes bool
}{
	{name: "many", longest: 0.5, text: `
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
train-loss: hamming-count
learners: [crf: {lambda: [0.1, 0.01]}, ssvm: {lambda: [0.1, 0.01]}]
tune: {fraction: 0.2}
decoders: [map, mpm]
curve: {first: 1, factor: 2}
budget: {passes: 10}
seeds: 20
`}, {name: "pictures", longest: 0.5, text: `
datasets: [blobs: {images: 40, split: {train: 12, partial: 4, test: 10}}]
learners: [marginalpmap: {lambda: [0.01, 0.001]}, locpmap, ssvm: {lambda: [0.1, 0.01]}]
tune: {fraction: 0.3}
decoders: [map, perturb: {draws: 10}]
curve: {first: 1, factor: 2}
budget: {passes: 8}
seeds: 5
`}, {name: "long", longest: 0.3, resumes: true, text: `
datasets: [chains: {words: 400, split: {train: 300, test: 20}}]
train-loss: hamming-count
learners:
  - crf: {as: sgd, solver: sgd, passes: 90, average: true}
  - ssvm: {as: gap, solver: bcfw-gap, passes: 45}
  - marginalpmap: {lambda: [0.01, 0.002], passes: 40}
tune: {fraction: 0.2}
decoders: [map, mpm]
curve: {first: 1, factor: 2}
`}}

// TestKill9: a run with two workers is killed at random moments and resumed, many times. After each
// kill its records are those of an undisturbed run, each once, and none is lost. In the end it has
// all records. No process survives spbench.
func TestKill9(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	for i, s := range killSuites {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			whole, killed := newKilled(t, "suite: "+s.name+s.text),
				newKilled(t, "suite: "+s.name+s.text)
			start := time.Now()
			if !whole.run(t, time.Hour) {
				t.Fatal("an undisturbed run fails")
			}
			first := s.longest * float64(time.Since(start))
			longest := first
			killed.want = whole.load(t)
			whole.checkNothingLeft(t)
			random := rand.New(rand.NewPCG(9, uint64(i)))
			for n := 0; n < *kills/len(killSuites) && !t.Failed(); {
				delay := time.Duration(random.Float64() * longest)
				if !killed.run(t, delay) {
					n++
					if s.resumes {
						longest *= 1.25 // lets fits start on a slow machine
					}
					killed.check(t)
					t.Logf("kill %d, after %v: %d of %d fits are recorded", n,
						delay.Round(time.Millisecond), len(killed.have), len(killed.want))
				} else {
					longest = first
					killed.renew(t)
				}
			}
			if !killed.run(t, time.Hour) {
				t.Error("the last run fails")
			}
			killed.renew(t)
			t.Logf("%d kills over %d complete runs; %d fits recorded, %d of them resumed; "+
				"processes ended within %v",
				*kills/len(killSuites), killed.runs, killed.fits, killed.resumed, killed.slowest)
			if s.resumes && killed.resumed == 0 {
				t.Error("no fit was resumed: this test shows little")
			}
		})
	}
}

// A killed is a folder whose run is killed.
type killed struct {
	dir        string
	want, have map[string]record.Fit // records of an undisturbed run, and at the last kill
	runs       int                   // complete runs
	fits       int                   // in complete runs
	resumed    int                   // resumed fits
	slowest    time.Duration         // longest survival of a process
}

func newKilled(t *testing.T, suite string) *killed {
	t.Helper()
	bin := binariesDir(t)
	dir, err := os.MkdirTemp("/tmp", "k") // sockets need a short path
	need(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	err = errors.Join(os.Mkdir(filepath.Join(dir, "t"), 0o777),
		os.WriteFile(filepath.Join(dir, "suite.yaml"), []byte(suite), 0o666))
	if err == nil { // a unique name distinguishes its supervisors from those of other tests
		var program []byte
		if program, err = os.ReadFile(filepath.Join(bin, "spbench")); err == nil {
			err = errors.Join(os.WriteFile(filepath.Join(dir, "spbench"), program, 0o777),
				os.Symlink(filepath.Join(bin, "spbench-learners"),
					filepath.Join(dir, "spbench-learners")))
		}
	}
	need(t, err)
	return &killed{dir: dir}
}

// run runs the suite, kills spbench after a delay, and reports whether it had finished.
func (k *killed) run(t *testing.T, delay time.Duration) (ended bool) {
	t.Helper()
	cmd := program(k.dir, k.dir, "run", "suite.yaml", "-workers", "2", "-save-every", "50ms")
	cmd.Env = append(cmd.Env, "TMPDIR="+filepath.Join(k.dir, "t"))
	var said bytes.Buffer
	cmd.Stderr = &said
	cmd.WaitDelay = 10 * time.Second // for processes that hold the pipe
	need(t, cmd.Start())
	// it may have ended
	timer := time.AfterFunc(delay, func() { _ = cmd.Process.Signal(syscall.SIGKILL) })
	defer timer.Stop()
	_ = cmd.Wait()
	if cmd.ProcessState.Exited() && !cmd.ProcessState.Success() {
		t.Errorf("%v: %s", cmd.ProcessState, said.String())
	}
	return cmd.ProcessState.Exited()
}

// check compares each record with an undisturbed run. No record of the last kill may be missing.
func (k *killed) check(t *testing.T) {
	t.Helper()
	k.checkNothingLeft(t)
	now := k.load(t)
	for key := range k.have {
		if _, ok := now[key]; !ok {
			t.Errorf("a record is lost: %s", key)
		}
	}
	for key, f := range now {
		if want, ok := k.want[key]; !ok || record.Differences(want, f) != nil {
			t.Errorf("%s %s seed %s differs: %q", f.Dataset, f.Label, f.Seed,
				record.Differences(want, f))
		}
	}
	k.have = now
}

// renew expects a complete run and removes its results.
func (k *killed) renew(t *testing.T) {
	t.Helper()
	k.check(t)
	k.runs++
	k.fits += len(k.have)
	if len(k.have) != len(k.want) {
		t.Errorf("%d fits, want %d", len(k.have), len(k.want))
	}
	for key, f := range k.have {
		if f.Times.Resumed > 0 {
			k.resumed++
			if whole := k.want[key].Times.Fit.CPU; f.Times.Fit.CPU < whole/4 {
				t.Errorf("%s: %v CPU seconds in one piece, %v in %d", f.Label, whole,
					f.Times.Fit.CPU, f.Times.Resumed+1)
			}
		}
	}
	if left, err := filepath.Glob(filepath.Join(k.dir, "results", "*", "running",
		"*.state")); err != nil || len(left) > 0 {
		t.Errorf("states are left: %v, %v", left, err)
	}
	need(t, os.RemoveAll(filepath.Join(k.dir, "results")))
	k.have = nil
}

// load reads the records and expects one per fit. An incomplete last line is ignored.
func (k *killed) load(t *testing.T) map[string]record.Fit {
	t.Helper()
	run, err := record.Latest(filepath.Join(k.dir, "results"))
	if err != nil {
		if left, _ := filepath.Glob(filepath.Join(k.dir, "results", "*",
			"records-*.jsonl")); len(left) > 0 || len(k.have) > 0 {
			t.Fatal(err, left)
		}
		return nil // killed before it began
	}
	list, _, err := record.Load(run)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	fits := map[string]record.Fit{}
	for _, f := range list {
		fits[f.Key] = f
		if !f.Outcome.Good() {
			t.Errorf("%s: %v", f.Label, f.Outcome)
		}
		if _, err := record.Weights(run, f.WeightsFile); err != nil {
			t.Error(err)
		}
	}
	files := must(filepath.Glob(filepath.Join(run, "records-*.jsonl")))(t)
	lines := 0
	for _, name := range files {
		text := must(os.ReadFile(name))(t)
		lines += bytes.Count(text, []byte("\n"))
	}
	if lines != len(fits) {
		t.Errorf("%d lines for %d fits", lines, len(fits))
	}
	return fits
}

// checkNothingLeft waits for the end of all processes of the run: those with a program below its
// folder, or with the folder in their environment. After five minutes it fails.
func (k *killed) checkNothingLeft(t *testing.T) {
	t.Helper()
	for start := time.Now(); ; time.Sleep(2 * time.Millisecond) {
		left := k.processes()
		took := time.Since(start)
		if len(left) == 0 {
			k.slowest = max(k.slowest, took.Round(time.Millisecond))
			return
		}
		if took > 5*time.Minute { // there are many, and the machine may be busy
			t.Errorf("processes are left: %q", left)
			return
		}
	}
}

func (k *killed) processes() (left []string) {
	all, _ := filepath.Glob("/proc/[0-9]*") // none without /proc
	for _, dir := range all {
		program, _ := os.Readlink(filepath.Join(dir, "exe")) // it may have ended
		environment, _ := os.ReadFile(filepath.Join(dir, "environ"))
		if strings.HasPrefix(program, k.dir+"/") ||
			bytes.Contains(environment, []byte("="+k.dir+"/")) {
			left = append(left, fmt.Sprintf("%s %s", dir, program))
		}
	}
	return left
}
