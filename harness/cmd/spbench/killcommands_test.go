package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
)

const victimSuite = `
suite: victim
datasets:
  - chains: {words: 60, split: {train: 20, test: 20}}
  - blobs: {images: 20, split: {train: 8, test: 8}}
train-loss: hamming-count
learners: [crf: {lambda: 0.1, objective: unary}, ssvm: {lambda: 0.1}]
decoders: [map, mpm]
curve: {first: 1, factor: 2}
budget: {passes: 5}
seeds: 2
`

// A victim is a folder whose commands are killed.
type victim struct {
	*damagedRun
	random *rand.Rand
	took   map[string]time.Duration // by the undisturbed command
	kills  int
}

// TestKilledCommands: run, run -with and export -what shipped are killed at random moments. Then the same commands succeed. Nothing is lost, doubled or changed. The result hashes
// are those of undisturbed runs. verify is clean, and each fit has one line. An archive is whole or
// missing.
func TestKilledCommands(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	v := &victim{&damagedRun{dir: t.TempDir()}, rand.New(rand.NewPCG(8, 5)), map[string]time.Duration{}, 0}
	putText(t, victimSuite, v.dir, "suite.yaml")
	steps := []struct {
		args []string
		n    int // fits
	}{
		{[]string{"run", "suite.yaml"}, 8},
		{[]string{"export", "-what", "shipped", "-o", "shipped.zip"}, 8},
		{[]string{"run", "suite.yaml", "-with", "ssvm: {lambda: 1, as: mine}"}, 12},
	}
	var hashes [3]string
	for round := 0; round == 0 || v.kills < *kills && !t.Failed(); round++ {
		need(t, os.RemoveAll(filepath.Join(v.dir, "results")))
		_ = os.Remove(filepath.Join(v.dir, "shipped.zip"))
		for i, step := range steps {
			if round > 0 {
				for range 1 + v.random.IntN(2) {
					v.kill(t, step.args)
				}
			}
			start := time.Now()
			if _, said, code := v.command(t, step.args...); code != 0 {
				t.Fatalf("%q: exit code %d: %s", step.args, code, said)
			}
			v.took[step.args[0]+step.args[1]] = time.Since(start)
			hash := v.check(t, step.n)
			if round == 0 {
				hashes[i] = hash
			}
			if hash != hashes[i] {
				t.Errorf("after %q the result hash is %s, was %s", step.args, hash, hashes[i])
			}
		}
	}
	t.Logf("%d kills", v.kills)
}

// kill runs a command and kills it at a random moment. It checks the rest of an archive.
func (v *victim) kill(t *testing.T, args []string) {
	t.Helper()
	cmd := program(binariesDir(t), v.dir, args...)
	need(t, cmd.Start())
	time.Sleep(time.Duration(v.random.Float64() * float64(v.took[args[0]+args[1]])))
	_ = cmd.Process.Signal(syscall.SIGKILL) // it may have ended
	_ = cmd.Wait()
	if !cmd.ProcessState.Exited() {
		v.kills++
	}
	if args[0] != "export" {
		return
	}
	if archive, err := os.ReadFile(filepath.Join(v.dir, "shipped.zip")); err == nil {
		if err := record.Unship(bytes.NewReader(archive), int64(len(archive)), t.TempDir()); err != nil {
			t.Error(err)
		}
	}
}

// check expects a whole, undamaged run with n fits, each once, and returns its result hash.
func (v *victim) check(t *testing.T, n int) string {
	t.Helper()
	v.run = must(record.Latest(filepath.Join(v.dir, "results")))(t)
	if out, said, code := v.command(t, "verify", v.run); code != 0 {
		t.Error(out, said)
	}
	seen := map[record.Place]bool{}
	need(t, record.EachFit(v.run, func(f *record.Fit) error {
		if seen[f.Place()] {
			t.Errorf("%s of %s is there twice", f.Label, f.Dataset)
		}
		seen[f.Place()] = true
		return nil
	}))
	if len(seen) != n {
		t.Errorf("%d fits, want %d", len(seen), n)
	}
	return v.resultHash(t)
}
