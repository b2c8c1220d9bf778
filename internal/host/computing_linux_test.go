package host_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/spbench/spbench/internal/host"
)

// TestComputed: what is not seen of a fit is within what is said to be unseen, whether it was too short for a look or not, and of a long fit is little.
func TestComputed(t *testing.T) {
	l := open(t, "", host.Options{})
	if err := l.Load(t.Context(), host.Train, chains(2000, 1)); err != nil {
		t.Fatal(err)
	}
	r := request("")
	r.Budget.Passes = 30
	for _, brief := range []time.Duration{time.Millisecond, time.Hour} {
		restore := host.PlantBrief(brief)
		f, err := l.Fit(t.Context(), r, nothing)
		restore()
		if err != nil {
			t.Fatal(err)
		}
		unseen := host.Unseen(&f)
		if f.CPUSeconds > f.Computed+unseen+0.05 {
			t.Errorf("%v: %v CPU seconds, %v of them seen and at most %v not", brief, f.CPUSeconds, f.Computed, unseen)
		}
		all := f.WallSeconds * float64(runtime.NumCPU())
		if brief == time.Millisecond && (f.Computed < f.CPUSeconds/2-0.05 || unseen > all/2+0.1) || brief == time.Hour && (f.Computed != 0 || unseen < 0.9*all) {
			t.Errorf("%v: %v CPU seconds in %v s, %v of them seen and at most %v not", brief, f.CPUSeconds, f.WallSeconds, f.Computed, unseen)
		}
		if _, err := f.Clocks(1); err != nil {
			t.Errorf("%v: %v", brief, err)
		}
		f.CPUSeconds += unseen + f.Computed + 0.2
		if _, err := f.Clocks(1); err == nil {
			t.Errorf("%v: %v CPU seconds, %v of them seen and at most %v not: no error", brief, f.CPUSeconds, f.Computed, unseen)
		}
	}
}
