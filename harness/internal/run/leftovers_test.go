package run_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// most bounds the resident memory of the harness, with all of its tests, for any messages of
// learners.
const most = 500 << 20

// resetPeak resets the peak of this process's memory, if the system can (Linux).
func resetPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// checkPeak expects that this process, the harness, has used little memory since.
func checkPeak(t *testing.T) {
	t.Helper()
	if longtest.Race { // which multiplies memory
		return
	}
	status, _ := os.ReadFile("/proc/self/status") // of Linux
	_, after, ok := strings.Cut(string(status), "VmHWM:")
	if !ok {
		return
	}
	kB, err := strconv.Atoi(strings.Fields(after)[0])
	t.Logf("the harness held %d MB", kB>>10)
	if err != nil || kB<<10 > most {
		t.Errorf("the harness held %d MB, %v", kB>>10, err)
	}
}

// checkGroups expects that the learners' cgroups are gone.
func checkGroups(t *testing.T) {
	t.Helper()
	own := fmt.Sprintf("spbench-%d-", os.Getpid())
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), own) {
			t.Errorf("a cgroup is left: %s", path)
		}
		return nil // of other groups any may end meanwhile
	})
}

// checkNothingLeft reports files and processes that learners left. Processes are found by the
// folder for temporary files, which they inherit or name.
func (m *matrix) checkNothingLeft(t *testing.T) {
	t.Helper()
	checkGroups(t)
	var left []string
	entries, err := os.ReadDir(m.tmp)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "Test") { // the folders of this test
			left = append(left, e.Name())
		}
	}
	if len(left) > 0 || err != nil {
		t.Errorf("files are left: %q, %v", left, err)
	}
	for start := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		left = left[:0]
		environs, _ := filepath.Glob("/proc/[0-9]*/environ") // none where there is no /proc
		lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, name := range append(environs, lines...) {
			env, _ := os.ReadFile(name) // it may have ended meanwhile
			if strings.Contains(string(env), "TMPDIR="+m.tmp+"/") {
				left = append(left, name)
			}
		}
		if len(left) == 0 {
			return
		}
		if time.Since(start) > 2*time.Minute { // a busy machine takes a while
			t.Errorf("processes are left: %q", left)
			return
		}
	}
}
