package run_test

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
	"golang.org/x/sys/unix"
)

// Ways to use up the machine, and to leave something on it.
func init() {
	faults = append(faults, fault{
		name: "takes-2-GB-in-a-file", end: func(w []float64) []float64 {
			fd, err := unix.MemfdCreate("taken", 0)
			for left := 2 << 30; err == nil && left > 0; left -= 16 << 20 {
				_, err = unix.Write(fd, make([]byte, 16<<20))
			}
			orPanic(err)
			return w
		}, kind: record.OOM, reason: "limit of 400 MB", serial: true,
	}, fault{
		name: "ignores-signals", fit: func(*sp.Task, emitter) error {
			signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT)
			select {}
		}, kind: record.Timeout, reason: "not finished within the limit of 1m0s", hangs: true,
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
		// A chain of processes: each starts the next one and ends, until all of one moment are
		// killed.
		name: "leaves-a-relay", end: func(w []float64) []float64 {
			relay := exec.Command(
				"sh", "-c",
				`f() { (setsid sh -c "$1" relay "$1" >/dev/null 2>&1 &); }; f 'sleep 0.01; (setsid sh -c "$1" relay "$1" >/dev/null 2>&1 &)'`,
			)
			orPanic(relay.Run())
			return w
		}, kind: record.Budget, scored: true,
	}, fault{
		name: "opens-all-files", end: func(w []float64) []float64 {
			for range 5000 {
				if _, err := syscall.Open("/dev/null", syscall.O_RDONLY|syscall.O_CLOEXEC, 0); err != nil {
					break // it has all that it may have
				}
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
