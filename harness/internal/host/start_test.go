package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/wire"
)

func TestFailuresAtStart(t *testing.T) {
	t.Parallel()
	tests := []struct {
		mode string
		kind error
		want []string
	}{
		{"crash at start", host.ErrStart, []string{"exit status 2", "panic: planted at start"}},
		{"exit at start", host.ErrStart, []string{"exit status 0 before it served"}},
		{"garbage", host.ErrStart, []string{"not a learner", `first output is "hello, world"`}},
		{"flood", host.ErrStart, []string{"not a learner", "xxx"}},
		{"silent", host.ErrStart, []string{"did not serve within 1s"}},
		{"version 3", host.ErrVersion, []string{"it speaks 3, this spbench 2"}},
	}
	for _, test := range tests {
		t.Run(test.mode, func(t *testing.T) {
			t.Parallel()
			source := plantedSource(t, test.mode)
			start := time.Now()
			o := host.Options{}
			if test.mode == "silent" || test.mode == "garbage" {
				o.Timeout = time.Second
			}
			l, err := host.Open(t.Context(), source, o)
			if err == nil {
				l.Close()
				t.Fatal("it started")
			}
			if !errors.Is(err, test.kind) || !errors.Is(err, host.ErrStart) {
				t.Errorf("%v is not %v", err, test.kind)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error does not say %q: %.600s", want, err)
				}
			}
			if took := time.Since(start); took > patience {
				t.Errorf("took %v", took)
			}
		})
	}
}

// TestPrintsBeforeTheHandshake checks that other lines do not hide the handshake.
func TestPrintsBeforeTheHandshake(t *testing.T) {
	var stderr log
	l := open(t, "prints around the SDK", host.Options{Stderr: &stderr})
	train(t, l, chains(3, 1))
	l.Close()
	for _, want := range []string{"loading the model\n", "almost|there\n"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the log lacks %q", want)
		}
	}
}

func TestOpenIsCancelled(t *testing.T) {
	source := plantedSource(t, "silent")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := host.Open(ctx, source, host.Options{})
	if !errors.Is(err, host.ErrTimeout) || time.Since(start) > patience {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

// TestDeletedCopy checks that a copy deleted by its learner is made again if the original is
// unchanged.
func TestDeletedCopy(t *testing.T) {
	self := must(os.Executable())(t)
	binary := must(os.ReadFile(self))(t)
	path, cache := filepath.Join(t.TempDir(), "spbench-learner-copied"), t.TempDir()
	write(t, path, string(binary), 0o755)
	source := must(find.Learner(path, find.Options{Cache: cache}))(t)
	source.Argv = append(source.Argv, "learn", "")
	copies, err := filepath.Glob(filepath.Join(cache, "bin", "*", "spbench-learner-copied"))
	if err != nil || len(copies) != 1 {
		t.Fatalf("copies %v, %v", copies, err)
	}
	for range 2 {
		l := must(host.Open(t.Context(), source, host.Options{}))(t)
		need(t, errors.Join(l.Close(), os.RemoveAll(filepath.Dir(copies[0]))))
	}
	// A replaced or overwritten copy is made again too.
	need(t, errors.Join(os.MkdirAll(filepath.Dir(copies[0]), 0o755),
		os.WriteFile(copies[0], []byte("#!/bin/sh\nexit 7\n"), 0o755)))
	if err := opened(t, source); err != nil {
		t.Errorf("a copy that was replaced: %v", err)
	}
	need(t, errors.Join(os.Chmod(copies[0], 0o755),
		os.WriteFile(copies[0], []byte("#!/bin/sh\nexit 7\n"), 0o755)))
	if err := opened(t, source); err != nil {
		t.Errorf("a copy that was written to: %v", err)
	}
	need(t, os.RemoveAll(filepath.Dir(copies[0])))
	write(t, path, string(binary)+"more", 0o755)
	if _, err := host.Open(t.Context(), source, host.Options{}); !errors.Is(err, host.ErrHost) ||
		!strings.Contains(err.Error(), "changed") {
		t.Errorf("a copy of another original: %v", err)
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("OMP_NUM_THREADS", "64")
	t.Setenv("SPBENCH_TEST_SECRET", "1")
	source := plantedSource(t, "")
	var stderr log
	script := filepath.Join(t.TempDir(), "show")
	need(t, os.WriteFile(script, []byte("#!/bin/sh\nenv >&2\nexec \"$@\"\n"), 0o755))
	wrapped := sourceOf(t, script+" "+source.Argv[0]+" learn ''")
	l := must(host.Open(t.Context(), wrapped,
		host.Options{Stderr: &stderr, Threads: 2, Env: []string{"EXTRA=yes"}}))(t)
	l.Close()
	for _, want := range []string{"OMP_NUM_THREADS=2\n", "GOMAXPROCS=2\n", "EXTRA=yes\n", "PATH="} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the environment lacks %q", want)
		}
	}
	for _, not := range []string{"SPBENCH_TEST_SECRET", "OMP_NUM_THREADS=64"} {
		if strings.Contains(stderr.String(), not) {
			t.Errorf("the environment has %q", not)
		}
	}
}

// TestByHand checks the output of a learner for a person who starts it.
func TestByHand(t *testing.T) {
	self := must(os.Executable())(t)
	out, err := exec.Command(self, "learn", "describe").Output()
	need(t, err)
	var d wire.Description
	if err := json.Unmarshal(out, &d); err != nil || d.Name != "planted" ||
		string(d.Parameters[1].Default) != "0.5" {
		t.Errorf("describe printed %s, %v", out, err)
	}
	var exit *exec.ExitError
	out, err = exec.Command(self, "learn", "by hand").Output()
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || len(out) > 0 {
		t.Fatalf("by hand: %q, %v", out, err)
	}
	if text := string(exit.Stderr); !strings.Contains(text, "planted is a learner of spbench") ||
		!strings.Contains(text, "describe") {
		t.Errorf("by hand: %s", text)
	}
}

// BenchmarkStartStop measures the cost of a process for a fit in each sandbox, and the part of its
// end. On a busy machine the scheduler dominates; as root, use
//
//	go test -c ./harness/internal/host && chrt -f 10 ./host.test -test.run '^$' -test.bench StartStop
func BenchmarkStartStop(b *testing.B) {
	source := plantedSource(b, "")
	for _, kind := range sandbox.Kinds {
		b.Run(string(kind), func(b *testing.B) {
			works(b, kind)
			var closing time.Duration
			for b.Loop() {
				l := must(host.Open(b.Context(), source,
					host.Options{Sandbox: confine.Sandbox{Kind: kind}}))(b)
				start := time.Now()
				need(b, l.Close())
				closing += time.Since(start)
			}
			b.ReportMetric(closing.Seconds()*1e3/float64(b.N), "close-ms/op")
		})
	}
}
