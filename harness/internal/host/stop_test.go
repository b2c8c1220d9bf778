package host_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/sp"
)

func TestCancelFit(t *testing.T) {
	t.Parallel()
	l := loaded(t, host.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := l.Fit(ctx, request("hang"), nothing); !errors.Is(err, host.ErrTimeout) {
		t.Errorf("deadline: %v", err)
	}
	// The learner obeyed, so the process still serves.
	if _, err := l.Fit(t.Context(), request(""), nothing); err != nil {
		t.Errorf("after a timeout: %v", err)
	}
	enough := errors.New("enough")
	if _, err := l.Fit(t.Context(), request(""),
		func(sp.Stamped) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("error of onCheckpoint: %v", err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	time.AfterFunc(50*time.Millisecond, func() { stop(enough) })
	start := time.Now()
	if _, err := l.Fit(ctx, request("hang hard"), nothing); !errors.Is(err, enough) {
		t.Errorf("cancel: %v", err)
	}
	if err := l.Close(); err != nil || time.Since(start) > patience {
		t.Errorf("close of a hanging learner: %v after %v", err, time.Since(start))
	}
	if _, err := l.Fit(t.Context(), request(""), nothing); !errors.Is(err, host.ErrClosed) {
		t.Errorf("fit after close: %v", err)
	}
}

// TestSoftStop checks that a learner that ignores a cancelled call gets SIGTERM, and is then
// killed.
func TestSoftStop(t *testing.T) {
	t.Parallel()
	// One learner has time to clean up, also on a busy machine.
	for mode, grace := range map[string]time.Duration{"hang": time.Minute,
		"hang but end": 5 * time.Second, "hang hard": 200 * time.Millisecond} {
		var stderr log
		l := loaded(t, host.Options{Stderr: &stderr, Grace: grace})
		late := fmt.Errorf("longer than the limit: %w", host.ErrTimeout)
		ctx, cancel := context.WithCancelCause(t.Context())
		go func() {
			time.Sleep(50 * time.Millisecond)
			for mode == "hang but end" && !strings.Contains(stderr.String(), "hangs") &&
				ctx.Err() == nil {
				time.Sleep(time.Millisecond) // a call cancelled before it began would not hang
			}
			cancel(late)
		}()
		if _, err := l.Fit(ctx, request(mode), nothing); !errors.Is(err, late) {
			t.Errorf("%s: %v", mode, err)
		}
		start := time.Now()
		if err := l.Close(); err != nil {
			t.Errorf("%s: %v", mode, err)
		}
		if took := time.Since(start); took > patience {
			t.Errorf("%s: closed after %v", mode, took)
		}
		if said := strings.Contains(stderr.String(),
			"cleaned up"); said != (mode == "hang but end") {
			t.Errorf("%s: its last words: %q", mode, stderr.String())
		}
	}
}

// TestNothingIsLeft checks that no process, child or file is left; on Linux also no child in a
// session of its own with a dead parent.
func TestNothingIsLeft(t *testing.T) {
	tmp := shortDir(t)
	for _, mode := range []string{"child at start", "stray at start", "escapes at start",
		"strays"} {
		if runtime.GOOS != "linux" && mode != "child at start" {
			continue
		}
		t.Run(mode, func(t *testing.T) {
			t.Setenv("TMPDIR", tmp)
			var stderr log
			// In bubblewrap the process ids would be different.
			l := open(t, mode, host.Options{Stderr: &stderr,
				Sandbox: confine.Sandbox{Kind: sandbox.None}})
			var crash error
			if mode == "strays" {
				train(t, l, chains(3, 1))
				_, crash = l.Fit(t.Context(), request(mode), nothing)
			}
			checkNothingLeft(t, l, &stderr, crash)
			if left, err := filepath.Glob(filepath.Join(tmp, "spbench-*")); err != nil ||
				len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// checkNothingLeft closes the learner, which has named its child. The child must end then and not
// before, or with a crashed learner.
func checkNothingLeft(t *testing.T, l *host.Learner, stderr *log, crash error) {
	t.Helper()
	for start := time.Now(); !strings.Contains(stderr.String(),
		"\n"); time.Sleep(time.Millisecond) {
		if time.Since(start) > patience {
			t.Fatal("the learner did not name its child")
		}
	}
	var child int
	must(fmt.Sscanf(stderr.String(), "child %d", &child))(t)
	if crash == nil && !alive(t, child) {
		t.Fatal("the child does not run: this test shows nothing")
	}
	start := time.Now()
	if err := l.Close(); errors.Is(err, host.ErrCrash) != errors.Is(crash, host.ErrCrash) {
		t.Error(err)
	}
	if took := time.Since(start); took > patience {
		t.Errorf("close took %v", took)
	}
	for start := time.Now(); alive(t, child); time.Sleep(time.Millisecond) {
		if time.Since(start) > patience {
			t.Fatal("the child lives on")
		}
	}
}
