package host_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// TestMemory checks that a learner above the limit ends, alone or by a child, with the right error,
// and that a learner below the limit does not.
func TestMemory(t *testing.T) {
	if longtest.Race {
		t.Skip("SKIPPED: takes memory, which the race detector multiplies")
	}
	for _, by := range []string{"cgroup v2", "cgroup v1", "rlimit"} {
		t.Run(by, func(t *testing.T) {
			defer limitBy(by)()
			for _, test := range []struct {
				mode string
				mb   uint64
				ends bool
			}{{"touch", 1000, true}, {"child touches", 1000, true}, {"touch", 50, false}} {
				l := loaded(t, host.Options{Memory: 256 << 20})
				if by == "rlimit" && test.mode == "child touches" {
					continue // each process has a limit of its own, and this one is below it
				}
				r := request(test.mode)
				r.Seed = test.mb
				_, err := l.Fit(t.Context(), r, nothing)
				_ = l.Close() // a crash is part of the test
				use := l.Usage()
				if use.By != by {
					t.Skipf("SKIPPED: memory is limited here by %s", use.By)
				}
				if errors.Is(err, host.ErrMemory) != test.ends || (err != nil) != test.ends {
					t.Errorf("%s of %d MB under 256 MiB: %v", test.mode, test.mb, err)
				}
				if by == "rlimit" && test.ends {
					continue // the process is gone, so its memory is unknown
				}
				if least := min(int64(test.mb), 200) << 20; use.Memory < least ||
					use.Memory > 300<<20 {
					t.Errorf("%s of %d MB: a peak of %d MB", test.mode, test.mb, use.Memory>>20)
				}
			}
		})
	}
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, _ fs.DirEntry, _ error) error {
		if strings.HasPrefix(filepath.Base(path), fmt.Sprintf("spbench-%d-", os.Getpid())) {
			t.Errorf("a cgroup is left: %s", path)
		}
		return nil
	})
}

// TestUsage checks CPU time and memory, with those of children.
func TestUsage(t *testing.T) {
	if longtest.Race {
		t.Skip("SKIPPED: takes memory, which the race detector multiplies")
	}
	for _, mode := range []string{"touch", "child touches"} {
		l := loaded(t, host.Options{})
		r := request(mode)
		r.Seed = 300
		if _, err := l.Fit(t.Context(), r, nothing); err != nil && mode == "touch" {
			t.Fatal(err)
		}
		need(t, l.Close())
		use := l.Usage()
		if use.By != "" || use.CPU < 20*time.Millisecond || use.CPU > 20*time.Second {
			t.Errorf("%s: %+v", mode, use)
		}
		if mode == "touch" && (use.Memory < 300<<20 || use.Memory > 600<<20) {
			t.Errorf("%s of 300 MB: a peak of %d MB", mode, use.Memory>>20)
		}
	}
}

// TestUsageOfTheKilled checks in each sandbox that the CPU time of processes counts if they live
// until the end and nobody waits for them.
func TestUsageOfTheKilled(t *testing.T) {
	t.Parallel()
	for _, kind := range sandbox.Kinds {
		if kind.Works() != nil {
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			l := loaded(t, host.Options{Sandbox: confine.Sandbox{Kind: kind}})
			before := time.Now()
			must(l.Fit(t.Context(), request("leaves who computed"), nothing))(t)
			t.Logf("the fit took %v", time.Since(before))
			start := time.Now()
			need(t, l.Close())
			if use, took := l.Usage(), time.Since(start); use.CPU < 300*time.Millisecond ||
				took > patience {
				t.Errorf("%v of CPU time; closed in %v", use.CPU, took)
			} else {
				t.Logf("%v of CPU time; closed in %v", use.CPU, took)
			}
		})
	}
}

// TestAbandoned checks that the next harness removes the folders of a killed one.
func TestAbandoned(t *testing.T) {
	dir := shortDir(t)
	t.Setenv("TMPDIR", dir)
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{"spbench-plugin-1/socket", "spbench-results/x", "other/x"} {
		write(t, filepath.Join(dir, name), "", 0o644)
		need(t, os.Chtimes(filepath.Join(dir, filepath.Dir(name)), old, old))
	}
	first := open(t, "", host.Options{})
	mine, _ := filepath.Glob(filepath.Join(dir, "spbench-plugin-*"))
	if len(mine) != 1 || filepath.Base(mine[0]) == "spbench-plugin-1" {
		t.Fatalf("%q", mine)
	}
	need(t, os.Chtimes(mine[0], old, old))
	need(t, open(t, "", host.Options{}).Close())
	if _, err := os.Stat(mine[0]); err != nil {
		t.Errorf("the folder of a living learner: %v", err)
	}
	need(t, first.Close())
	if left, _ := filepath.Glob(filepath.Join(dir, "spbench-*")); len(left) != 1 ||
		filepath.Base(left[0]) != "spbench-results" {
		t.Errorf("left: %q", left)
	}
}
