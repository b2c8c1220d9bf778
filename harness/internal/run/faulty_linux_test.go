package run_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/spbench/spbench/harness/internal/record"
)

// Linux can limit memory and processes. Package host tests other ways to use up the machine, and to
// leave something on it.
func init() {
	faults = append(faults, fault{
		name: "takes-8-GB", end: func([]float64) []float64 { touch(8 << 30); return nil },
		kind: record.OOM, reason: "out of memory", serial: true,
	}, fault{
		name: "starts-300-processes", end: func(w []float64) []float64 {
			for range 300 {
				_ = exec.Command("sleep", "3600").
					Start()
				// it goes on without those that were refused
			}
			return w
		}, kind: record.Processes, reason: "limit of 256", serial: true,
	}, fault{
		name: "leaves-zombies", end: func(w []float64) []float64 {
			for range 50 {
				orPanic(exec.Command("true").Start()) // never waited for
			}
			return w
		}, kind: record.Budget, scored: true,
	}, fault{
		name: "leaves-many", end: func(w []float64) []float64 {
			for range 30 {
				child := exec.Command("setsid", "sh", "-c", "sleep 3600 & sleep 3600 & wait")
				orPanic(child.Start())
			}
			return w
		}, kind: record.Budget, scored: true,
	}, fault{
		name: "leaves-files", end: func(w []float64) []float64 {
			for i := range 200 {
				dir := filepath.Join(
					os.Getenv("TMPDIR"), strings.Repeat("deep/", i%20), strconv.Itoa(i),
				)
				orPanic(os.MkdirAll(dir, 0o777))
				orPanic(os.WriteFile(filepath.Join(dir, "-rf *"), make([]byte, 10_000), 0o400))
			}
			return w
		}, kind: record.Budget, scored: true,
	}, fault{
		// The learner replaces its folder by a link to the folder of its program, if its sandbox
		// lets it. The link is deleted and not followed.
		name: "links-its-folder", end: func(w []float64) []float64 {
			own := os.Getenv("TMPDIR")
			program, err := os.Executable()
			orPanic(err)
			_ = os.RemoveAll(own)
			_ = os.Symlink(filepath.Dir(program), own)
			return w
		}, kind: record.Budget, scored: true,
	})
}

// touch allocates memory and writes to it.
func touch(bytes int) {
	memory := make([]byte, bytes)
	_ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE) // only makes it fast
	for i := 0; i < len(memory); i += 4 << 10 {
		memory[i] = 1
	}
}
