package host_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/internal/host"
)

// TestStarvedAtStart: a learner that had no processor while it was to come up has more time; when it then has none it is the machine that is
// slow, and not the learner.
func TestStarvedAtStart(t *testing.T) {
	defer host.PlantWaited(time.Hour)()
	start := time.Now()
	_, err := host.Open(t.Context(), find(t, "silent"), host.Options{Timeout: 200 * time.Millisecond})
	if !errors.Is(err, host.ErrHost) || errors.Is(err, host.ErrStart) || !strings.Contains(err.Error(), "run fewer workers") {
		t.Errorf("%v", err)
	}
	if took := time.Since(start); took < time.Second {
		t.Errorf("it was given %v in all", took)
	}
	l, err := host.Open(t.Context(), find(t, "comes up late"), host.Options{Timeout: 400 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// TestWaited: of learners of which many start at once the system says that they wait for a processor.
func TestWaited(t *testing.T) {
	l := open(t, "", host.Options{})
	defer l.Close()
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skip("SKIPPED: the kernel does not count how long threads wait")
	}
	if waited := host.Waited(l); waited <= 0 || waited > time.Hour {
		t.Errorf("it waited for %v", waited)
	}
}

// TestKilledForMemoryOfAll: of a learner that somebody killed it is said when the system has killed for lack of memory meanwhile.
func TestKilledForMemoryOfAll(t *testing.T) {
	name := filepath.Join(t.TempDir(), "vmstat")
	write(t, name, "pgfault 7\noom_kill 3\nballoon_inflate 0\n", 0o666)
	defer host.PlantVmstat(name)()
	for kills, says := range map[string]bool{"3": false, "5": true} {
		write(t, name, "oom_kill 3\n", 0o666)
		l := loaded(t, host.Options{})
		write(t, name, "oom_kill "+kills+"\n", 0o666)
		_, err := l.Fit(t.Context(), request("kill"), nothing)
		if !errors.Is(err, host.ErrCrash) || strings.Contains(err.Error(), "killed 2 of all processes as there was no memory left") != says {
			t.Errorf("%s kills: %v", kills, err)
		}
		_ = l.Close() // reports the crash again
	}
}

// TestChangedWhileCopied: a learner that is being written is no learner that does not start.
func TestChangedWhileCopied(t *testing.T) {
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "spbench-learner-grows")
	write(t, path, string(self), 0o755)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() { // another build, as often as there is time for
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
	for tries := 0; err == nil && tries < 100; tries++ { // on a busy machine the other may not come to write in between
		_, err = host.Find(path, host.FindOptions{Cache: t.TempDir()})
	}
	close(stop)
	<-done
	if !errors.Is(err, host.ErrHost) || errors.Is(err, host.ErrStart) || !strings.Contains(err.Error(), "has changed since it was found") {
		t.Errorf("%v", err)
	}
}
