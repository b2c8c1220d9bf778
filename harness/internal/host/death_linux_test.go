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

// startHarness starts a second harness with a learner in that mode. The learner names a process. It
// returns both.
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
			_ = syscall.Kill(pid, syscall.SIGKILL) // it belongs to this test
			t.Fatalf("%s survived", what)
		}
	}
}

// TestLearnerDiesWithHarness kills the harness, so that it cannot close the learner: the learner
// and all its processes die too.
func TestLearnerDiesWithHarness(t *testing.T) {
	for _, mode := range []string{"names itself", "child at start", "stray at start",
		"escapes at start"} {
		harness, pid := startHarness(t, mode)
		need(t, harness.Process.Kill())
		_ = harness.Wait() // "signal: killed"
		dies(t, mode, pid)
	}
}

// TestDeadHarness kills a harness and its supervisor. The next start of a learner kills the
// processes in the cgroup of the dead harness, but not those in the cgroup of a living one.
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
	need(t, errors.Join(dead.Process.Signal(syscall.SIGSTOP),
		syscall.Kill(supervisor, syscall.SIGKILL), dead.Process.Kill()))
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

// parent returns the parent of a process.
func parent(t *testing.T, pid int) (parent int) {
	t.Helper()
	stat := must(os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)))(t)
	_, after, _ := strings.Cut(string(stat), ") ")
	must(fmt.Sscanf(after[2:], "%d", &parent))(t)
	return parent
}

// TestLeaps checks that processes that fork while they are killed do not escape.
func TestLeaps(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	need(t, syscall.Mkfifo(pipe, 0o600))
	read := must(syscall.Open(pipe, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0))(t)
	defer syscall.Close(read)
	l := open(t, "leaps at start", host.Options{Sandbox: confine.Sandbox{Kind: sandbox.None},
		Env: []string{"NOTE=" + pipe}})
	leaps := make([]byte, 1)
	for n := 0; n < 20; time.Sleep(time.Millisecond) { // each writes a byte
		if got, _ := syscall.Read(read, leaps); got == 1 {
			n++
		}
	}
	// Dead ones count until they are waited for, which may take long on a busy machine.
	if err := l.Close(); err != nil && !errors.Is(err, host.ErrProcesses) {
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

// TestSupervisor checks that a learner crashes if it kills its supervisor, but not if it stops it.
// Nothing is left of either, except processes that hide in other ways too.
func TestSupervisor(t *testing.T) {
	for mode, want := range map[string]error{"kills its supervisor": host.ErrCrash,
		"stops its supervisor": host.ErrTimeout} {
		var stderr log
		// In bubblewrap it would not reach its supervisor.
		l := open(t, "stray at start", host.Options{Stderr: &stderr, Grace: 100 * time.Millisecond,
			Sandbox: confine.Sandbox{Kind: sandbox.None}})
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
		_ = l.Close() // the machine decides whether the crash was seen by then
		dies(t, mode, child)
	}
}
