package bench_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
)

// fillsTheDisk is a learner that takes all room for temporary files and all names of files, and keeps them.
var fillsTheDisk = fault{name: "fills-the-disk", end: func([]float64) []float64 {
	_ = os.WriteFile(filepath.Join(os.Getenv("TMPDIR"), "all"), make([]byte, 64<<20), 0o666) // until there is no more
	for i := 0; ; i++ {
		if os.WriteFile(filepath.Join(os.Getenv("TMPDIR"), fmt.Sprint(i)), nil, 0o666) != nil {
			time.Sleep(time.Millisecond) // until others leave some
		}
	}
}}

func init() { breakers = append(breakers, fillsTheDisk) }

// TestFillsTheDisk: a learner that leaves no room for temporary files costs its own cells, and the run goes on.
func TestFillsTheDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: runs learner processes; not with -short")
	}
	m := newMatrix(t)
	alone := m.steadyAlone(t, "{seconds: 10}")
	if err := syscall.Mount("tmpfs", m.tmp, "tmpfs", 0, "size=16m,nr_inodes=400"); err != nil {
		t.Skipf("SKIPPED: needs to mount a file system: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(m.tmp, syscall.MNT_DETACH) })
	m.plant(t, "fills-the-disk")
	s, err := suite.Parse(filepath.Join(m.plugins, "suite.yaml"), []byte(`
suite: faults
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
learners: [fills-the-disk, steady, steadier]
outputs: [map, own]
budget: {passes: 2}
limits: {seconds: 10}
seeds: 2
`))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := bench.NewPlan(t.Context(), s, bench.Options{PluginPath: []string{m.plugins}})
	if err != nil {
		t.Fatal(err)
	}
	store, err := record.Create(t.TempDir(), "test", plan.Text)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if _, err := plan.Run(t.Context(), store, bench.RunOptions{Workers: 2}); err != nil {
		t.Fatalf("the run ends with %v", err)
	}
	fits, _, err := store.Load()
	if err != nil || len(fits) != 6 {
		t.Fatalf("%d fits, %v", len(fits), err)
	}
	blamed := 0
	for _, f := range fits {
		switch o := f.Outcome; {
		case f.Label != "fills-the-disk":
			if !record.Equal(alone[fmt.Sprintf("%s %s", f.Label, f.Seed)], f) {
				t.Errorf("%s is not what it is alone: %+v", f.Label, o)
			}
		case o.Kind == record.Crash && strings.Contains(o.Reason, "it filled the disk of "+m.tmp):
			blamed++
		case o.Kind != record.Timeout: // nobody else needed room
			t.Errorf("%s: %+v", f.Label, o)
		}
	}
	if blamed == 0 {
		t.Error("none of its fits was ended: this test shows nothing")
	}
	m.checkNothingLeft(t)
}
