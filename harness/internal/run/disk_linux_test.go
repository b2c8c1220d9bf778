package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
)

// fillsTheDisk is a learner that fills the disk of temporary files, and uses all names of files.
var fillsTheDisk = fault{name: "fills-the-disk", end: func([]float64) []float64 {
	_ = os.WriteFile(
		filepath.Join(os.Getenv("TMPDIR"), "all"), make([]byte, 64<<20), 0o666,
	) // until there is no more
	for i := 0; ; i++ {
		if os.WriteFile(filepath.Join(os.Getenv("TMPDIR"), fmt.Sprint(i)), nil, 0o666) != nil {
			time.Sleep(time.Millisecond) // until others leave some
		}
	}
}}

func init() { breakers = append(breakers, fillsTheDisk) }

// TestFillsTheDisk: a learner that fills the disk of temporary files fails its own cells, and the
// run continues.
func TestFillsTheDisk(t *testing.T) {
	longtest.Skip(t)
	m := newMatrix(t)
	m.plant(t, "fills-the-disk")
	store, greedy := m.plan(t, 3, "fills-the-disk", "limits: "+generous)
	alone, planned := m.plan(t, 3, "steady, steadier", "limits: "+generous)
	must(run.Run(t.Context(), planned, alone, run.Options{Workers: 2}))(t)
	if err := syscall.Mount("tmpfs", m.tmp, "tmpfs", 0, "size=16m,nr_inodes=400"); err != nil {
		t.Skipf("SKIPPED: needs to mount a file system: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(m.tmp, syscall.MNT_DETACH) })

	// Fits fill the disk and hang. Others start after that: they get space if a hanging fit is
	// ended.
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	recorded, ended := make(chan bool, len(greedy.Fits)), make(chan bool)
	go func() {
		defer close(ended)
		_, _ = run.Run(ctx, greedy, store, run.Options{Workers: 2, Observe: func(e run.Event) {
			if e.Kind == run.Finished {
				recorded <- true
			}
		}}) // interrupted
	}()
	for disk := (syscall.Statfs_t{Ffree: 1}); disk.Ffree > 0; time.Sleep(time.Millisecond) {
		check(t, syscall.Statfs(m.tmp, &disk))
	}
	beside := newStore(t, planned)
	if _, err := run.Run(t.Context(), planned, beside, run.Options{Workers: 2}); err != nil {
		t.Fatalf("the run ends with %v", err)
	}
	<-recorded
	stop()
	<-ended

	want, got := load(t, alone, 6), load(t, beside, 6)
	for label, f := range got {
		if record.Differences(want[label], f) != nil {
			t.Errorf("%s is not what it is alone: %+v", label, f.Outcome)
		}
	}
	for label, f := range load(t, store, -1) {
		if o := f.Outcome; o.Kind != record.Crash ||
			!strings.Contains(o.Reason, "it filled the disk of "+m.tmp) {
			t.Errorf("%s: %+v", label, o)
		}
	}
	m.checkNothingLeft(t)
}
