package host_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/sandbox"
)

// harness is the main function of a harness that opens the source in its arguments and hangs.
func harness(command string) {
	source, err := find.Learner(command, find.Options{})
	if err == nil {
		memory, _ := strconv.ParseInt(os.Getenv("HARNESS_MEMORY"), 10, 64)
		_, err = host.Open(context.Background(), source,
			host.Options{Stderr: os.Stdout, Memory: memory,
				Sandbox: confine.Sandbox{Kind: sandbox.None}})
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	time.Sleep(time.Minute)
}

// touch takes this much memory, in pieces, and uses it.
func touch(bytes uint64) {
	var pieces [][]byte
	for size := uint64(0); size < bytes; size += 1 << 20 {
		piece := make([]byte, 1<<20)
		for i := 0; i < len(piece); i += 512 {
			piece[i] = 1
		}
		pieces = append(pieces, piece)
	}
	runtime.KeepAlive(pieces)
}

// held is the time for which a process keeps its memory.
func held() time.Duration {
	d, err := time.ParseDuration(os.Getenv("HELD"))
	if err != nil {
		return 0
	}
	return d
}

// alive reports whether a process runs; a zombie does not.
func alive(t *testing.T, pid int) bool {
	t.Helper()
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(filepath.Join("/proc", fmt.Sprint(pid), "stat"))
	if err != nil {
		return !errors.Is(err, os.ErrNotExist) || !exists("/proc/self/stat")
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }
