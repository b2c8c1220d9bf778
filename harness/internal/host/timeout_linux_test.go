package host_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/find"
)

// starving returns the turns of a thread that waits for a processor during the given looks, and
// then sleeps. The second function returns the number of looks.
func starving(waits int64) (func() map[int]host.Turn, func() int64) {
	var looks atomic.Int64
	return func() map[int]host.Turn {
		waited := time.Duration(min(looks.Add(1), waits)) * time.Hour
		return map[int]host.Turn{1: host.MakeTurn(time.Second, waited, false)}
	}, looks.Load
}

// TestPatient checks that waiting for a processor does not count, but sleep does. Without a count
// of waiting, the timeout is longer.
func TestPatient(t *testing.T) {
	const d = 100 * time.Millisecond
	end := func(turns func() map[int]host.Turn) error {
		defer host.PlantTurns(turns)()
		ctx, cancel := host.WithTimeout(t.Context(), d)
		defer cancel()
		<-ctx.Done()
		return context.Cause(ctx)
	}
	turns, looks := starving(30)
	if err := end(turns); !errors.Is(err, host.ErrTimeout) || looks() <= 30 ||
		!strings.Contains(err.Error(), "waiting for a processor") {
		t.Errorf("a starved process: %v after %d looks", err, looks())
	}
	turns, looks = starving(0)
	if err := end(turns); !errors.Is(err, host.ErrTimeout) || looks() > 6 {
		t.Errorf("a sleeping process: %v after %d looks", err, looks())
	}
	start := time.Now()
	if err := end(func() map[int]host.Turn { return nil }); !errors.Is(err, host.ErrTimeout) ||
		time.Since(start) < 5*d {
		t.Errorf("a process of another system: %v after %v", err, time.Since(start))
	}
}

// TestLimit: a starved process gets more time. One with threads for the whole machine does not. On
// a system that does not count waiting, the time is as given.
func TestLimit(t *testing.T) {
	const d = 200 * time.Millisecond
	var looks atomic.Int64
	many := func() map[int]host.Turn { // they run all the time and wait much longer
		all, n := map[int]host.Turn{}, time.Duration(looks.Add(1))
		for id := range 64 * runtime.NumCPU() {
			all[id] = host.MakeTurn(n*time.Hour, 64*n*time.Hour, true)
		}
		return all
	}
	turns, starved := starving(30)
	for name, c := range map[string]struct {
		turns  func() map[int]host.Turn
		looks  func() int64
		longer bool
	}{
		"starved": {turns, starved, true}, "many threads": {many, looks.Load, false},
		"another system": {func() map[int]host.Turn { looks.Store(0); return nil }, looks.Load, false},
	} {
		restore := host.PlantTurns(c.turns)
		ctx, cancel := host.WithLimit(t.Context(), d, fmt.Errorf("late: %w", host.ErrTimeout))
		<-ctx.Done()
		cancel()
		restore()
		err := context.Cause(ctx)
		if !errors.Is(err, host.ErrTimeout) || !strings.HasPrefix(err.Error(), "late") ||
			c.looks() > 25 != c.longer ||
			strings.Contains(err.Error(), "waiting for a processor") != c.longer {
			t.Errorf("%s: %v after %d looks", name, err, c.looks())
		}
	}
}

// TestCounted checks intervals without waiting.
func TestCounted(t *testing.T) {
	const s = time.Second
	for name, c := range map[string]struct {
		before, after map[int]host.Turn
		want          time.Duration
	}{
		"sleeps": {map[int]host.Turn{1: host.MakeTurn(s, s, false)},
			map[int]host.Turn{1: host.MakeTurn(s, s, false)}, s},
		"runs": {map[int]host.Turn{1: host.MakeTurn(0, 0, true)},
			map[int]host.Turn{1: host.MakeTurn(s, 0, true)}, s},
		"waits a little": {map[int]host.Turn{1: host.MakeTurn(0, 0, true)},
			map[int]host.Turn{1: host.MakeTurn(s/4, 3*s/4, true)}, s / 4},
		"waits all the time": {map[int]host.Turn{1: host.MakeTurn(s, s, true)},
			map[int]host.Turn{1: host.MakeTurn(s, s, true)}, 0},
		"is new": {map[int]host.Turn{},
			map[int]host.Turn{7: host.MakeTurn(s/2, s/2, false)}, s / 2},
		"waited before": {map[int]host.Turn{1: host.MakeTurn(s, s, false)},
			map[int]host.Turn{1: host.MakeTurn(s, 9*s, true)}, 0},
		"waits in turn with another": {map[int]host.Turn{1: host.MakeTurn(0, 0, true),
			2: host.MakeTurn(0, 0, false)},
			map[int]host.Turn{1: host.MakeTurn(0, s/2, false), 2: host.MakeTurn(s/4, s/4, true)},
			s / 4},
		"eight threads of its own on two processors": {eight(0, 0), eight(s/4, 3*s/4), s / 4},
	} {
		if got := host.Counted(c.before, c.after, s); got != c.want {
			t.Errorf("a process that %s: %v of a second count, want %v", name, got, c.want)
		}
	}
}

func eight(ran, waited time.Duration) map[int]host.Turn {
	all := map[int]host.Turn{}
	for id := range 8 {
		all[id] = host.MakeTurn(ran, waited, true)
	}
	return all
}

// TestStarvedAtStart checks that the timeout of the start does not run while a learner has no
// processor.
func TestStarvedAtStart(t *testing.T) {
	turns, looks := starving(30)
	restore := host.PlantTurns(turns)
	_, err := host.Open(t.Context(), plantedSource(t, "silent"),
		host.Options{Timeout: 200 * time.Millisecond})
	restore()
	if !errors.Is(err, host.ErrStart) || !strings.Contains(err.Error(), "within 200ms") ||
		looks() <= 30 {
		t.Errorf("%v after %d looks", err, looks())
	}
	turns, _ = starving(math.MaxInt64)
	defer host.PlantTurns(turns)()
	l := must(host.Open(t.Context(), plantedSource(t, "comes up late"),
		host.Options{Timeout: 400 * time.Millisecond}))(t)
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// TestTurns checks that the system reports the threads of this process and of its learners.
func TestTurns(t *testing.T) {
	if host.Turns() == nil {
		t.Skip("SKIPPED: the kernel does not count how long threads wait")
	}
	l := open(t, "", host.Options{})
	defer l.Close()
	others, all := 0, host.Turns()
	for id := range all {
		if _, err := os.Stat(fmt.Sprintf("/proc/self/task/%d", id)); err != nil {
			others++
		}
	}
	if _, own := all[os.Getpid()]; !own || others < 4 { // of the supervisor and of the learner
		t.Errorf("%d threads, %d of other processes, the main thread: %v", len(all), others, own)
	}
}

// TestKilledForMemoryOfAll checks that the error of a killed learner mentions processes that the
// system has killed meanwhile for lack of memory.
func TestKilledForMemoryOfAll(t *testing.T) {
	name := filepath.Join(t.TempDir(), "vmstat")
	write(t, name, "pgfault 7\noom_kill 3\nballoon_inflate 0\n", 0o666)
	defer plantVmstat(name)()
	for kills, says := range map[string]bool{"3": false, "5": true} {
		write(t, name, "oom_kill 3\n", 0o666)
		l := loaded(t, host.Options{})
		write(t, name, "oom_kill "+kills+"\n", 0o666)
		_, err := l.Fit(t.Context(), request("kill"), nothing)
		if !errors.Is(err, host.ErrCrash) ||
			strings.Contains(err.Error(),
				"killed 2 processes for lack of memory") != says {
			t.Errorf("%s kills: %v", kills, err)
		}
		_ = l.Close() // reports the crash again
	}
}

// TestChangedWhileCopied checks that a program being written is trouble of the machine.
func TestChangedWhileCopied(t *testing.T) {
	self, err := os.ReadFile("/proc/self/exe")
	need(t, err)
	path := filepath.Join(t.TempDir(), "spbench-learner-grows")
	write(t, path, string(self), 0o755)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() { // another build, again and again
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			if f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0); err == nil {
				_, _ = f.WriteString("x")
				_ = f.Close()
			}
		}
	}()
	err = nil
	for tries := 0; err == nil && tries < 100; tries++ { // on a busy machine the writer may be slow
		_, err = find.Learner(path, find.Options{Cache: t.TempDir()})
	}
	close(stop)
	<-done
	if !errors.Is(err, host.ErrHost) || errors.Is(err, host.ErrStart) ||
		!strings.Contains(err.Error(), "has changed since it was found") {
		t.Errorf("%v", err)
	}
}
