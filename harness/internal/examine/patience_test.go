package examine_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/examine"
	"github.com/spbench/spbench/harness/internal/longtest"
)

// TestBusyMachine checks that beside 15 busy processes for each processor, a computing learner has
// its time, but a sleeping one has no more than on an idle machine.
func TestBusyMachine(t *testing.T) {
	longtest.Skip(t)
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: only Linux counts how long processes wait for a processor")
	}
	o := quick("single")
	o.Patience = 2 * time.Second
	slow, asleep := sourceOf(t, "sdk", "computes"), sourceOf(t, "sdk", "endless")
	defer occupy(t, 15*runtime.NumCPU())()
	start := time.Now()
	for _, breach := range breaches(examine.Source(t.Context(), slow, o), false) {
		t.Errorf("the starved learner: %s", breach)
	}
	t.Logf("the starved learner took %v", time.Since(start))
	failed := breaches(examine.Source(t.Context(), asleep, o), false)
	if !strings.Contains(fmt.Sprint(failed), "does not end") {
		t.Errorf("the sleeping learner: %q", failed)
	}
}

// occupy starts computing processes, and returns a function that ends them. They are not
// descendants of this process, so their waiting does not count as its own.
func occupy(t *testing.T, processes int) (stop func()) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	until, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer until.Close()
	shell := exec.Command("sh", "-c",
		`n=$1; while [ $n -gt 0 ]; do GOMAXPROCS=2 "$0" busy <&3 & n=$((n-1)); done`, self,
		strconv.Itoa(processes))
	shell.ExtraFiles = []*os.File{until}
	if err := shell.Run(); err != nil {
		t.Fatal(err)
	}
	return func() { _ = end.Close() }
}
