package host_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// startHarness starts a harness of its own with a learner in that mode, which names a process; it returns both.
func startHarness(t *testing.T, mode string, env ...string) (harness *exec.Cmd, pid int) {
	t.Helper()
	source := plantedSource(t, mode)
	harness = exec.Command(source.Argv[0], "harness", source.Name)
	harness.Env = append(os.Environ(), env...)
	out := must(harness.StdoutPipe())(t)
	need(t, harness.Start())
	line := must(bufio.NewReader(out).ReadString('\n'))(t)
	if _, err := fmt.Sscanf(line, "learner %d", &pid); err != nil {
		_, err = fmt.Sscanf(line, "child %d", &pid)
		if err != nil {
			t.Fatalf("%q", line)
		}
	}
	if !alive(t, pid) {
		t.Fatalf("%s: %d does not run: this test shows nothing", mode, pid)
	}
	return harness, pid
}

func dies(t *testing.T, what string, pid int) {
	t.Helper()
	for start := time.Now(); alive(t, pid); time.Sleep(time.Millisecond) {
		if time.Since(start) > patience {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it is this test's
			t.Fatalf("%s survived", what)
		}
	}
}

// TestLearnerDiesWithHarness: even when the harness has no time to close it, and with all that it started.
func TestLearnerDiesWithHarness(t *testing.T) {
	for _, mode := range []string{"names itself", "child at start", "stray at start", "escapes at start"} {
		harness, pid := startHarness(t, mode)
		need(t, harness.Process.Kill())
		_ = harness.Wait() // "signal: killed"
		dies(t, mode, pid)
	}
}

// TestDeadHarness: what is in the cgroup of a harness that was killed, and its supervisor with it, is killed when the next
// learner starts. What is in the cgroup of a harness that lives is not.
func TestDeadHarness(t *testing.T) {
	own := open(t, "", host.Options{Memory: 1 << 30})
	_ = own.Close()
	if by := own.Usage().By; by == "rlimit" {
		t.Skipf("SKIPPED: memory is limited here by %s", by)
	}
	dead, orphan := startHarness(t, "escapes at start", "HARNESS_MEMORY=1073741824")
	living, learner := startHarness(t, "names itself", "HARNESS_MEMORY=1073741824")
	defer func() {
		_ = living.Process.Kill()
		_ = living.Wait()
	}()
	supervisor := parent(t, orphan)
	need(t, errors.Join(dead.Process.Signal(syscall.SIGSTOP), syscall.Kill(supervisor, syscall.SIGKILL), dead.Process.Kill()))
	_ = dead.Wait() // "signal: killed"
	if !alive(t, orphan) {
		t.Fatal("the orphan does not run: this test shows nothing")
	}
	need(t, open(t, "", host.Options{Memory: 1 << 30}).Close())
	dies(t, "the orphan", orphan)
	if !alive(t, learner) {
		t.Error("the learner of another harness was killed")
	}
}

// parent returns the process id of a process's parent.
func parent(t *testing.T, pid int) (parent int) {
	t.Helper()
	stat := must(os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)))(t)
	_, after, _ := strings.Cut(string(stat), ") ")
	must(fmt.Sscanf(after[2:], "%d", &parent))(t)
	return parent
}

// TestLeaps: what goes on forking while it is killed does not get away.
func TestLeaps(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	need(t, syscall.Mkfifo(pipe, 0o600))
	read := must(syscall.Open(pipe, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0))(t)
	defer syscall.Close(read)
	l := open(t, "leaps at start", host.Options{Sandbox: confine.Sandbox{Kind: sandbox.None}, Env: []string{"NOTE=" + pipe}})
	leaps := make([]byte, 1)
	for n := 0; n < 20; time.Sleep(time.Millisecond) { // each writes a byte
		if got, _ := syscall.Read(read, leaps); got == 1 {
			n++
		}
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	for { // bytes are left in the pipe
		if n, err := syscall.Read(read, leaps); err != nil {
			t.Fatalf("a process that can write is left: %v", err)
		} else if n == 0 {
			return
		}
	}
}

// TestSupervisor: a learner that kills its supervisor has crashed, one that stops it has not; of neither anything is left
// that has not hidden itself besides.
func TestSupervisor(t *testing.T) {
	for mode, want := range map[string]error{"kills its supervisor": host.ErrCrash, "stops its supervisor": host.ErrTimeout} {
		var stderr log
		// In a sandbox with processes of its own it would not reach its supervisor.
		l := open(t, "stray at start", host.Options{Stderr: &stderr, Grace: 100 * time.Millisecond, Sandbox: confine.Sandbox{Kind: sandbox.None}})
		train(t, l, chains(3, 1))
		ctx, cancel := t.Context(), func() {}
		if want == host.ErrTimeout {
			ctx, cancel = context.WithTimeout(ctx, 300*time.Millisecond)
		}
		_, err := l.Fit(ctx, request(mode), nothing)
		cancel()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v", mode, err)
		}
		var child int
		must(fmt.Sscanf(stderr.String(), "child %d", &child))(t)
		_ = l.Close() // whether the crash was seen to its end by then is a matter of the machine
		dies(t, mode, child)
	}
}
