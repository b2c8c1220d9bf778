package main

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/internal/record"
)

const killSuite = `
suite: killed
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
train-loss: hamming-count
learners: [crf, ssvm]
outputs: [map, mpm]
budget: {passes: 10}
seeds: 120
`

// killed runs the suite in dir and kills spbench, after so many finished fits and
// then that delay. It reports whether the run came to its end before that.
func killed(t *testing.T, dir string, after int, delay time.Duration) (ended bool) {
	t.Helper()
	bin := binariesDir(t)
	cmd := exec.Command(filepath.Join(bin, "spbench"), "-plugins", bin, "run", "suite.yaml", "-workers", "2")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "TMPDIR="+filepath.Join(dir, "t"))
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(stderr); after > 0 && lines.Scan(); {
		if strings.Contains(lines.Text(), "/240 ") {
			after--
		}
	}
	if after == 0 {
		time.Sleep(delay)
	}
	// What is written from here on has room in the pipe.
	_ = cmd.Process.Signal(syscall.SIGKILL) // it may be through
	_ = cmd.Wait()
	return cmd.ProcessState.Exited()
}

// TestKill9: a run that is killed at twenty random moments, and resumed each time,
// leaves what a run that is left alone does, and every fit once.
func TestKill9(t *testing.T) {
	t.Parallel()
	dirs := map[string]string{}
	for _, name := range []string{"whole", "killed"} {
		dir, err := os.MkdirTemp("/tmp", "k") // a short path, as sockets need
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		if err := os.Mkdir(filepath.Join(dir, "t"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "suite.yaml"), []byte(killSuite), 0o666); err != nil {
			t.Fatal(err)
		}
		dirs[name] = dir
	}
	random := rand.New(rand.NewPCG(9, 0))
	kills := 0
	for range 20 {
		if ended := killed(t, dirs["killed"], random.IntN(4), time.Duration(random.IntN(80))*time.Millisecond); !ended {
			kills++
		}
	}
	t.Logf("%d of 20 kills came before the end", kills)
	if kills < 20 {
		t.Errorf("only %d of 20 kills came before the end: this test shows little", kills)
	}
	for _, dir := range dirs {
		if code := spbench(t, dir, "", "run", "suite.yaml", "-workers", "2"); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
	want, got := load(t, dirs["whole"]), load(t, dirs["killed"])
	if len(want) != 240 || len(got) != 240 {
		t.Fatalf("%d fits, after kills %d, want 240", len(want), len(got))
	}
	for key, f := range want {
		if !record.Equal(f, got[key]) {
			t.Errorf("%s seed %s differs", f.Label, f.Seed)
		}
	}
	checkLinesAndParams(t, dirs["killed"], got)
	if left, _ := filepath.Glob("/proc/[0-9]*/environ"); len(left) > 0 {
		for _, name := range left {
			if env, _ := os.ReadFile(name); bytes.Contains(env, []byte("TMPDIR="+dirs["killed"])) {
				t.Errorf("a process is left: %s", name)
			}
		}
	}
}

// checkLinesAndParams reports fits with several lines, and params that cannot be read.
func checkLinesAndParams(t *testing.T, dir string, fits map[string]record.Fit) {
	t.Helper()
	run, err := record.Latest(filepath.Join(dir, "results"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(run, "records-*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines += bytes.Count(text, []byte("\n"))
	}
	if lines != len(fits) {
		t.Errorf("%d lines for %d fits", lines, len(fits))
	}
	for _, f := range fits {
		if _, err := record.Weights(run, f.WeightsFile); err != nil {
			t.Error(err)
		}
	}
}
