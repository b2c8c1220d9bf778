package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/internal/record"
)

// Every fit takes longer than the test lets spbench live: without saved states it would hardly end.
const killFitSuite = `
suite: killed-fit
datasets: [chains: {words: 400, split: {train: 300, test: 20}}]
train-loss: hamming-count
learners:
  - crf: {as: sgd, solver: sgd, passes: 90, average: true}
  - ssvm: {as: gap, solver: bcfw-gap, passes: 45}
  - marginalpmap: {lambda: [0.01, 0.002], passes: 40}
tune: {fraction: 0.2}
outputs: [map, mpm]
curve: {first: 1, factor: 2}
`

// TestKill9DuringAFit: a fit that is killed with its harness at random moments, again and again, comes to the end that
// it has when it is left alone, with the same bits, and its seconds are those of all its processes.
func TestKill9DuringAFit(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED: kills long fits; not with -short")
	}
	dirs := map[string]string{}
	for _, name := range []string{"whole", "killed"} {
		dir, err := os.MkdirTemp("/tmp", "k") // a short path, as sockets need
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		if err := os.WriteFile(filepath.Join(dir, "suite.yaml"), []byte(killFitSuite), 0o666); err != nil {
			t.Fatal(err)
		}
		dirs[name] = dir
	}
	if code := spbench(t, dirs["whole"], "", "run", "suite.yaml"); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	want := goodFits(t, dirs["whole"])
	random := rand.New(rand.NewPCG(9, 1))
	kills := 0
	for ; kills < 100; kills++ {
		if runAndKill(t, dirs["killed"], 600*time.Millisecond+time.Duration(random.Int64N(8e8))) {
			break
		}
	}
	got := goodFits(t, dirs["killed"])
	t.Logf("%d kills", kills)
	if kills < 3 {
		t.Errorf("only %d kills came before the end: this test shows little", kills)
	}
	if len(got) != len(want) {
		t.Fatalf("%d fits after %d kills, want %d", len(got), kills, len(want))
	}
	resumed := 0
	for key, f := range want {
		g := got[key]
		if !record.Equal(f, g) {
			t.Errorf("%s differs: %q", f.Label, record.Differences(f, g))
		}
		t.Logf("%s: %.3g s in one piece, %.3g s in %d", f.Label, f.Times.Fit.Wall, g.Times.Fit.Wall, g.Times.Resumed+1)
		if g.Times.Resumed > 0 {
			resumed++
		}
		if g.Times.Fit.CPU < f.Times.Fit.CPU/4 {
			t.Errorf("%s: clocks %+v in one piece, %+v in %d", f.Label, f.Times.Fit, g.Times.Fit, g.Times.Resumed+1)
		}
	}
	if resumed < 2 {
		t.Errorf("only %d of %d fits were gone on with: this test shows little", resumed, len(want))
	}
	if left, err := filepath.Glob(filepath.Join(dirs["killed"], "results", "*", "running", "*.state")); err != nil || len(left) > 0 {
		t.Errorf("states are left: %v, %v", left, err)
	}
}

func goodFits(t *testing.T, dir string) map[string]record.Fit {
	t.Helper()
	run, err := record.Latest(filepath.Join(dir, "results"))
	if err != nil {
		t.Fatal(err)
	}
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

// runAndKill runs the suite in dir, kills spbench after that delay, and reports whether it came to its end before.
func runAndKill(t *testing.T, dir string, delay time.Duration) (ended bool) {
	t.Helper()
	bin := binariesDir(t)
	cmd := exec.Command(filepath.Join(bin, "spbench"), "-plugins", bin, "run", "suite.yaml", "-save-every", "50ms")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(delay, func() { _ = cmd.Process.Signal(syscall.SIGKILL) }) // it may be through
	defer timer.Stop()
	_ = cmd.Wait()
	return cmd.ProcessState.Exited()
}
