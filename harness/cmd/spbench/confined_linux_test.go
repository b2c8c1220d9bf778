package main

import (
	"encoding/json"
	"io/fs"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// nobody is an ordinary user.
const nobody = 65534

// TestConfined: an attacking learner can do no harm to an ordinary user in the best sandbox.
// Attacks that succeed without a sandbox are real ones.
func TestConfined(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	bin := binariesDir(t)
	if os.Getuid() != 0 {
		t.Skip("SKIPPED: for root, who can become somebody else")
	}
	if _, err := exec.LookPath("bwrap"); err != nil {
		t.Skip("SKIPPED: there is no bubblewrap")
	}
	python := longtest.Program(t, "python3", func(path string) bool { // others may run it
		cmd := exec.Command(path, "-c", "")
		asNobody(cmd)
		return cmd.Run() == nil
	})
	dir := must(os.MkdirTemp("/tmp", "spbench-attack-on-"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	for name, text := range map[string]string{
		"data/gold": "labels", "old/run/records-0.jsonl": "{}",
		"suite.yaml": "datasets: [chains: {words: 40, split: {train: 20, test: 20}}]\nlearners: " +
			"[crf, " + python + " learner/learner.py: {as: attack}]\nbudget: {passes: " +
			"2}\nseeds: 2\n",
	} {
		put(t, filepath.Join(dir, name), []byte(text))
	}
	for to, from := range map[string]string{
		"spbench": bin + "/spbench", "spbench-learners": bin + "/spbench-learners",
		"learner/honest":     bin + "/spbench-learners",
		"learner/learner.py": "testdata/attack/learner.py",
	} {
		text := must(os.ReadFile(from))(t)
		put(t, filepath.Join(dir, to), text)
	}
	giveAway(t, dir)
	aims := aimAt(t, dir)
	text := must(json.Marshal(aims))(t)
	put(t, filepath.Join(dir, "learner/aims.json"), text)
	giveAway(t, dir)
	all := []string{}
	for _, test := range []struct {
		sandbox string
		survive []string // nil: not checked
	}{
		{"none", nil},
		{"landlock", []string{"a service's socket"}},
		{"bubblewrap", []string{}},
	} {
		results := filepath.Join(dir, "results-"+test.sandbox)
		cmd := exec.Command(filepath.Join(dir, "spbench"), "-results", results, "run", "suite.yaml",
			"-set", "sandbox="+test.sandbox)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_CACHE_HOME=" + dir + "/cache",
			"SPBENCH_DATA=" + dir + "/data"}
		asNobody(cmd)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", test.sandbox, err, out)
		}
		ways := outcomes(t, results)
		if n := escaped(aims["sleep"].(string)); n > 0 {
			t.Errorf("%s: %d processes outlive the run", test.sandbox, n)
		}
		var succeeded []string
		for _, way := range slices.Sorted(maps.Keys(ways)) {
			t.Logf("%-10s %-38s %s", test.sandbox, way, ways[way])
			if ways[way] == "" {
				succeeded = append(succeeded, way)
			}
		}
		if test.survive == nil {
			all = succeeded
			continue
		}
		if !slices.Equal(succeeded, test.survive) {
			t.Errorf("in the sandbox %s these succeed: %q, want %q", test.sandbox, succeeded,
				test.survive)
		}
	}
	_ = os.Remove("/tmp/note-of-" + filepath.Base(dir))
	_ = os.Remove("/dev/shm/note-of-" + filepath.Base(dir))
	if len(all) < 15 || slices.Contains(all, "labels: in the harness's memory") ||
		slices.Contains(all, "labels: left in the home") {
		t.Errorf("without a sandbox these succeed: %q", all)
	}
}

// aimAt starts targets besides files: a process of the same user, and servers.
func aimAt(t *testing.T, dir string) map[string]any {
	t.Helper()
	victim := exec.Command("sleep", "600")
	victim.Dir, victim.Env = dir, []string{"SPBENCH_DATA=" + dir + "/data"}
	asNobody(victim)
	tcp := listen(t, "tcp", "127.0.0.1:0")
	listen(t, "unix", "@"+dir+"/socket")
	listen(t, "unix", dir+"/socket")
	need(t, victim.Start())
	t.Cleanup(func() { _ = victim.Process.Kill(); _ = victim.Wait() })
	return map[string]any{
		"dir": dir, "victim": victim.Process.Pid, "socket": dir + "/socket",
		"port": tcp.Addr().(*net.TCPAddr).Port,
		"mark": "note-of-" + filepath.Base(dir), "sleep": "3600." + strconv.Itoa(os.Getpid()),
	}
}

func listen(t *testing.T, network, address string) net.Listener {
	t.Helper()
	l := must(net.Listen(network, address))(t)
	t.Cleanup(func() { l.Close() })
	return l
}

func asNobody(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody,
		Gid: nobody}}
}

func put(t *testing.T, path string, text []byte) {
	t.Helper()
	need(t, os.MkdirAll(filepath.Dir(path), 0o755))
	need(t, os.WriteFile(path, text, 0o755))
}

// giveAway gives a folder and its content to the ordinary user.
func giveAway(t *testing.T, dir string) {
	t.Helper()
	need(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil {
			err = os.Lchown(path, nobody, nobody)
		}
		return err
	}))
}

// outcomes reads the error of each attack from the logs of a run; "" if it succeeded in any fit.
func outcomes(t *testing.T, results string) map[string]string {
	t.Helper()
	said := regexp.MustCompile(`(?m)^(SUCCEEDED|FAILED) ((?:labels: |network: )?[^:\n]*)(.*)$`)
	ways := map[string]string{}
	err := filepath.WalkDir(results, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range said.FindAllStringSubmatch(string(text), -1) {
			if why, known := ways[m[2]]; m[1] == "SUCCEEDED" || !known || why != "" {
				ways[m[2]] = strings.TrimPrefix(m[3], ": ")
			}
		}
		return err
	})
	if err != nil || len(ways) < 19 {
		t.Fatalf("%v: %q", err, ways)
	}
	return ways
}

// escaped kills the processes with this argument and returns their number.
func escaped(argument string) (n int) {
	paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range paths {
		if text, err := os.ReadFile(path); err == nil &&
			strings.Contains(string(text), "sleep\x00"+argument) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			_ = syscall.Kill(pid, syscall.SIGKILL)
			n++
		}
	}
	return n
}
