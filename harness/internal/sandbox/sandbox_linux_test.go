package sandbox_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/stage"
)

// The test binary is also the stage that restricts itself. "BINARY attack TARGETS" tries to break
// out, and "BINARY USE FILE" makes one of the [uses] of a file.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 3 && uses[os.Args[1]] != nil:
		if err := uses[os.Args[1]](os.Args[2]); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	case len(os.Args) == 3 && os.Args[1] == "attack":
		var t targets
		if err := json.Unmarshal([]byte(os.Args[2]), &t); err != nil {
			panic(err)
		}
		if err := json.NewEncoder(os.Stdout).Encode(t.attack()); err != nil {
			panic(err)
		}
	case len(os.Args) == 5 && os.Args[1] == "lock":
		lock(os.Args[2], os.Args[3], os.Args[4])
	case len(os.Args) == 3 && os.Args[1] == "look":
		look(os.Args[2])
	default:
		os.Exit(m.Run())
	}
}

// nobody is an ordinary user.
const nobody = 65534

// asNobody runs a command as that user, if this user may do so.
func asNobody(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody,
			Gid: nobody}}
	}
}

// inEach runs a test in each kind of sandbox, and in more.
func inEach(t *testing.T, test func(*testing.T, sandbox.Kind, sandbox.Policy),
	more ...sandbox.Kind) {
	for _, k := range append(more, sandbox.Landlock, sandbox.Bubblewrap) {
		t.Run(string(k), func(t *testing.T) {
			works(t, k)
			test(t, k, policy(t, k))
		})
	}
}

// works skips the test if there is no such sandbox.
func works(t *testing.T, k sandbox.Kind) {
	t.Helper()
	if err := k.Works(); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
}

// folder makes a folder that the user of the sandbox owns.
func folder(t *testing.T, path string) string {
	t.Helper()
	need(t, os.MkdirAll(path, 0o700))
	own(t, path)
	return path
}

func own(t *testing.T, path string) {
	t.Helper()
	if os.Getuid() == 0 {
		need(t, os.Chown(path, nobody, nobody))
	}
}

// policy returns a policy with a private folder short enough for sockets.
func policy(t *testing.T, k sandbox.Kind) sandbox.Policy {
	t.Helper()
	dir := must(os.MkdirTemp("/tmp", "spbench-test-"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	p := sandbox.Policy{Kind: k, Private: dir, Read: []string{self(t)}}
	folder(t, dir)
	for _, f := range p.Folders() {
		folder(t, f)
	}
	return p
}

// self returns a copy of the test binary that every user may execute.
func self(t *testing.T) string {
	t.Helper()
	dir := must(os.MkdirTemp("/tmp", "spbench-self-"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "learner")
	program := must(os.ReadFile(os.Args[0]))(t)
	need(t, os.WriteFile(path, program, 0o755))
	need(t, os.Chmod(dir, 0o755))
	return path
}

// run runs a command line in the sandbox and returns its output.
func run(t *testing.T, p sandbox.Policy, argv ...string) (string, error) {
	t.Helper()
	return runBy(t, p, func(cmd *exec.Cmd) { asNobody(t, cmd) }, argv...)
}

// runBy is run with a user.
func runBy(t *testing.T, p sandbox.Policy, by func(cmd *exec.Cmd), argv ...string) (string, error) {
	t.Helper()
	spec := stage.Spec{Path: argv[0], Argv: argv,
		Env: []string{"PATH=/usr/bin:/bin", "HOME=" + p.Home(), "TMPDIR=" + p.Private}}
	need(t, p.Apply(&spec))
	// A stage without a supervisor: its gate is in place of the control.
	gate, err := os.CreateTemp(t.TempDir(), "gate")
	if err != nil {
		t.Fatal(err)
	}
	defer gate.Close()
	must(gate.WriteString(spec.String()))(t)
	must(gate.Seek(0, io.SeekStart))(t)
	cmd := exec.Command(p.Read[0])
	cmd.Env = []string{"SPBENCH_STAGE=stage"}
	cmd.ExtraFiles = []*os.File{gate}
	by(cmd)
	said, err := cmd.CombinedOutput()
	if text, _ := os.ReadFile(gate.Name()); len(text) > len(spec.String()) {
		t.Fatalf("the stage: %v", stage.ParseFailure(string(text[len(spec.String()):])))
	}
	return string(said), err
}

// TestWays lists the attacks on another process of the same user that succeed in each sandbox.
func TestWays(t *testing.T) {
	survives := map[sandbox.Kind][]string{
		sandbox.Landlock:   {"outlive it", "see other processes"},
		sandbox.Bubblewrap: {},
	}
	if abi, err := sandbox.ABI(); err == nil && abi < 9 {
		survives[sandbox.Landlock] = append(survives[sandbox.Landlock],
			"connect to a socket by its path")
	}
	inEach(t, func(t *testing.T, k sandbox.Kind, p sandbox.Policy) {
		aims := planted(t)
		p.Read = append(p.Read, aims.Own)
		text, err := json.Marshal(aims)
		if err != nil {
			t.Fatal(err)
		}
		said, err := run(t, p, p.Read[0], "attack", string(text))
		if err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		var failed map[string]string
		if err := json.Unmarshal([]byte(said), &failed); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		aims.outlived(t, failed,
			k == sandbox.None || slices.Contains(survives[k], "outlive it"))
		for _, way := range slices.Sorted(maps.Keys(failed)) {
			t.Logf("%-34s %s", way, failed[way])
			want := slices.Contains(survives[k], way)
			if k == sandbox.None {
				want = !slices.Contains(aims.needsMore, way)
			}
			if got := failed[way] == ""; got != want {
				t.Errorf("%s: succeeded %v, want %v: %s", way, got, want, failed[way])
			}
		}
	}, sandbox.None)
}

// TestInside checks that everything a learner needs works in every sandbox.
func TestInside(t *testing.T) {
	inEach(t, func(t *testing.T, k sandbox.Kind, p sandbox.Policy) {
		extra := must(os.MkdirTemp("/tmp", "spbench-extra-"))(t)
		t.Cleanup(func() { os.RemoveAll(extra) })
		own(t, extra)
		need(t, os.WriteFile(filepath.Join(extra, "model"), []byte("a model"),
			0o644))
		need(t, os.Chmod(extra, 0o755))
		p.Read = append(p.Read, extra)
		scripts := []string{
			`cd "$HOME" && echo x > y && mkdir z && mv y z && test -f z/y && rm -r z`,
			`cd "$TMPDIR" && ln -s a b && printf '#!/bin/sh\necho ran' > c && chmod +x c`,
			`cat ` + extra + `/model && ls ` + extra,
			`! sh -c 'echo y > ` + extra + `/model' 2> /dev/null || test ` + string(k) +
				` = none`,
			`test "$(nproc)" -gt 0 && cat /proc/self/status /etc/passwd > /dev/null && head -c 8 /dev/urandom > /dev/null`,
			`for fd in 3 4 5 6 7 8 9; do ! test -e /proc/$$/fd/$fd || exit $fd; done`,
			`sleep 0.01 & wait`,
			`exit 0`,
		}
		if k != sandbox.Landlock { // where chmod has no effect
			scripts = append(scripts, `test "$("$TMPDIR/c")" = ran`)
		}
		for _, script := range scripts {
			if said, err := run(t, p, "/bin/sh", "-c", script); err != nil {
				t.Errorf("%s: %v: %s", script, err, said)
			}
		}
		if said, err := run(t, p, "/bin/sh", "-c", "pwd; exit 7"); err == nil ||
			err.Error() != "exit status 7" {
			t.Errorf("%v: %s", err, said)
		}
	}, sandbox.None)
}

// TestPython runs the interpreter with arrays, which needs much of a system.
func TestPython(t *testing.T) {
	python := longtest.Program(t, "python3", inSystem)
	inEach(t, func(t *testing.T, _ sandbox.Kind, p sandbox.Policy) {
		said, err := run(t, p, python, "-c",
			"import ctypes, os, socket, subprocess, sys, tempfile, threading\n"+
				"f = open(sys.executable, 'rb'); os.posix_fadvise(f.fileno(), 0, 0, "+
				"os.POSIX_FADV_WILLNEED)\n"+
				"os.preadv(f.fileno(), [bytearray(8)], "+
				"0)\ntempfile.NamedTemporaryFile().write(b'x')\nsubprocess.run(['true'], "+
				"check=True)\n"+
				"t = threading.Thread(target=print, args=('thread',)); t.start(); t.join()")
		if err != nil || !strings.Contains(said, "thread") {
			t.Errorf("%v: %s", err, said)
		}
	})
}

// inSystem reports whether a program lies in the folders of the system, which every learner may
// read.
func inSystem(path string) bool {
	return slices.ContainsFunc(sandbox.System(), func(folder string) bool {
		return strings.HasPrefix(path, folder+"/")
	})
}

// listen serves everybody at an address until the end of the test.
func listen(t *testing.T, network, address string) net.Listener {
	t.Helper()
	l := must(net.Listen(network, address))(t)
	t.Cleanup(func() { l.Close() })
	return l
}
