package host_test

import (
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
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/sp"
)

// TestExceed checks that a learner fails if its processes hold more than the limit, in any way and
// even if it continues, and that it does not fail below the limit.
func TestExceed(t *testing.T) {
	longtest.Skip(t)
	for _, by := range []string{"cgroup v2", "cgroup v1", "rlimit"} {
		t.Run(by, func(t *testing.T) {
			defer limitBy(by)()
			for _, test := range []struct {
				mode    string
				mb      uint64
				exceeds bool
			}{
				{"touch", 400, true}, {"touch", 60, false},
				{"children touch", 400, true}, {"children touch", 60, false},
				{"shared", 400, true}, {"shared", 60, false},
				{"file", 400, true}, {"file", 60, false},
				{"leaves a file", 400, true}, {"leaves a file", 60, false},
			} {
				if test.mode == "leaves a file" {
					shareMemory(t)
				}
				exceed(t, by, test.mode, test.mb, false, test.exceeds)
				if test.exceeds {
					exceed(t, by, test.mode, test.mb, true, true)
				}
			}
		})
	}
}

// TestLastLook checks that the memory held at the end is always seen.
func TestLastLook(t *testing.T) {
	if longtest.Race {
		t.Skip("SKIPPED: takes memory")
	}
	defer limitBy("rlimit")()
	defer sampleEvery(time.Hour)()
	l := loaded(t, host.Options{Memory: 300e6, Sandbox: confine.Sandbox{Kind: sandbox.None}})
	r := request("shared")
	r.Seed = 400
	must(l.Fit(t.Context(), r, nothing))(t)
	if err := l.Close(); !errors.Is(err, host.ErrMemory) {
		t.Errorf("%v; a peak of %d MB", err, l.Usage().Memory/1e6)
	}
}

// TestHides checks that hidden memory is reported as hidden. Root sees all memory.
func TestHides(t *testing.T) {
	if longtest.Race {
		t.Skip("SKIPPED: limits the address space, in which the race detector does not start")
	}
	defer limitBy("rlimit")()
	for _, test := range []struct {
		mode string
		kind sandbox.Kind
	}{{"file", sandbox.None}, {"hides", sandbox.None}, {"", sandbox.Landlock},
		{"", sandbox.Bubblewrap}} {
		if err := test.kind.Works(); err != nil {
			t.Logf("SKIPPED: %v", err)
			continue
		}
		l := open(t, test.mode, host.Options{Memory: 300e6,
			Sandbox: confine.Sandbox{Kind: test.kind}, Env: []string{"HELD=1ms"}})
		for set, instances := range map[host.Set][]sp.Instance{host.Train: chains(20, 1),
			host.Test: chains(30, 2)} {
			need(t, l.Load(t.Context(), set, instances))
		}
		r := request(test.mode)
		r.Seed = 1
		must(l.Fit(t.Context(), r, nothing))(t)
		need(t, l.Close())
		if want := test.mode == "hides" && os.Getuid() != 0; l.Usage().Hidden != want {
			t.Errorf("%q in %s: hidden %v, want %v", test.mode, test.kind, l.Usage().Hidden, want)
		}
	}
}

// shareMemory puts folders for temporary files into memory.
func shareMemory(t *testing.T) {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "t")
	if err != nil {
		t.Skip("SKIPPED: ", err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	t.Setenv("TMPDIR", dir)
}

// exceed runs a fit that takes this much of 300 MB, by itself or as the child of a shell.
func exceed(t *testing.T, by, mode string, mb uint64, wrapped, exceeds bool) {
	t.Helper()
	source := plantedSource(t, "")
	if wrapped {
		script := filepath.Join(t.TempDir(), "wrap")
		write(t, script, "#!/bin/sh\n\"$@\"\nexit $?\n", 0o755)
		var err error
		if source, err = find.Learner(script+" "+source.Argv[0]+" learn ''",
			find.Options{Cache: t.TempDir()}); err != nil {
			t.Fatal(err)
		}
	}
	held := "10ms"
	if mode == "children touch" {
		held = "1s" // so that all hold it at the same time
	}
	if by == "rlimit" && exceeds {
		held = "5s" // it is killed once this is seen
	}
	l, err := host.Open(t.Context(), source,
		host.Options{Memory: 300e6, Env: []string{"HELD=" + held},
			Sandbox: confine.Sandbox{Kind: sandbox.None}})
	need(t, err)
	defer l.Close()
	train(t, l, chains(20, 1))
	r := request(mode)
	r.Seed = mb
	_, err = l.Fit(t.Context(), r, nothing)
	closed := l.Close()
	use := l.Usage()
	if use.By != by {
		t.Skipf("SKIPPED: memory is limited here by %s", use.By)
	}
	if got := errors.Is(errors.Join(err, closed), host.ErrMemory); got != exceeds {
		t.Errorf("%s of %d MB, wrapped %v: %v, %v; a peak of %d MB", mode, mb, wrapped, err, closed,
			use.Memory/1e6)
	}
	if !exceeds && err != nil {
		t.Errorf("%s of %d MB, wrapped %v: %v", mode, mb, wrapped, err)
	}
	if said := fmt.Sprint(errors.Join(err, closed)); exceeds && mode != "touch" &&
		!strings.Contains(said, "limit of 300 MB") {
		t.Errorf("%s of %d MB, wrapped %v: it is not said by how much: %s", mode, mb, wrapped, said)
	}
}

// TestOrdinaryUser repeats the test as a user who can make no cgroup.
func TestOrdinaryUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("SKIPPED: for root, who can become somebody else")
	}
	longtest.Skip(t)
	dir := shortDir(t)
	binary, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Skip("SKIPPED: ", err)
	}
	const nobody = 65534
	self := filepath.Join(dir, "host.test")
	write(t, self, string(binary), 0o755)
	need(t, os.Chown(dir, nobody, nobody))
	cmd := exec.Command(self, "-test.run",
		"^(TestExceed|TestSupervisor|TestLearnerDiesWithHarness|TestNothingIsLeft|TestClosedFolders|TestRemembers|TestHides|TestProcesses|TestFiles)$", "-test.v")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir, "TMPDIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody,
		Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil ||
		!strings.Contains(string(out), "PASS: TestExceed/rlimit") {
		t.Errorf("%v\n%s", err, out)
	}
}
