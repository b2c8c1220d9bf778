package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
)

const fullDiskSuite = `
suite: toy
datasets: [chains: {words: 40, split: {train: 10, test: 20}}]
learners: [crf, ssvm]
decoders: [map]
budget: {passes: 5}
seeds: 8
`

// TestFullDisk: two shards meet a full disk. Each prints one message and keeps its finished fits.
// With free space they do the remaining fits, each once.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	bin, dir := binariesDir(t), t.TempDir()
	disk := filepath.Join(dir, "disk")
	need(t, os.Mkdir(disk, 0o777))
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=160k"); err != nil {
		t.Skipf("SKIPPED: no disk to fill: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	putText(t, fullDiskSuite, dir, "suite.yaml")
	callIn := func(env string, args ...string) (string, error) {
		cmd := program(bin, dir, args...)
		cmd.Env = append(cmd.Env, env)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	call := func(args ...string) (string, error) { return callIn("", args...) }
	shards := func() (outs [2]string, errs [2]error) {
		var processes sync.WaitGroup
		for i := range outs {
			processes.Go(func() {
				outs[i], errs[i] = call("run", "suite.yaml", "-results", "disk",
					"-shard", fmt.Sprintf("auto/%d/2", i+1))
			})
		}
		processes.Wait()
		return outs, errs
	}
	lines := func() (n int) {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(disk, "*", "records-*"))
		for _, name := range files {
			var text []byte
			if text, err = os.ReadFile(name); err != nil {
				break
			}
			n += strings.Count(string(text), "\n")
		}
		need(t, err)
		return n
	}
	whole, err := call("run", "suite.yaml", "-results", "whole")
	if err != nil {
		t.Fatal(err, whole)
	}
	outs, errs := shards()
	for i, out := range outs {
		said := strings.Split(strings.TrimSpace(out), "\n")
		if last := said[len(said)-1]; errs[i] == nil || !strings.HasPrefix(last, "spbench: ") ||
			!strings.Contains(last, "no space left on device") {
			t.Errorf("shard %d: %v, it ends with %q", i+1, errs[i], last)
		}
	}
	had := lines()
	if had == 0 || had == 16 {
		t.Fatalf("%d fits are done on the full disk:\n%s", had, outs[0])
	}
	run := must(record.Latest(disk))(t)
	if fits, warnings, err := record.Load(run); err != nil || len(fits) != had ||
		len(warnings) > 0 {
		t.Errorf("%d of %d lines, %v, %v", len(fits), had, warnings, err)
	}
	if out, err := call("verify", run); err != nil {
		t.Errorf("what is done is not whole: %v\n%s", err, out)
	}
	need(t, syscall.Mount("none", disk, "tmpfs", syscall.MS_REMOUNT, "size=64m"))
	if outs, errs = shards(); errs[0] != nil || errs[1] != nil {
		t.Fatalf("with room: %v\n%s\n%s", errs, outs[0], outs[1])
	}
	table, err := call("table", run)
	if err != nil || resultHash(t, table) != resultHash(t, whole) {
		t.Errorf("%v, result hash differs:\n%s\n%s", err, table, whole)
	}
	if n := lines(); n != 16 {
		t.Errorf("%d lines of 16 fits, %d of which were there before", n, had)
	}
}
