package host_test

import (
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// TestComputing measures the CPU time of a learner in a fit, with its processes listed or not.
func TestComputing(t *testing.T) {
	l := open(t, "", host.Options{})
	train(t, l, chains(2000, 1))
	r := request("")
	r.Budget = sp.Budget{CPUSeconds: 0.2}
	for _, brief := range []time.Duration{time.Millisecond, time.Hour} {
		restore := host.PlantBrief(brief)
		f, err := l.Fit(t.Context(), r, nothing)
		restore()
		// The learner's own clock ends the fit before one of its calls.
		if err != nil || f.CPUSeconds < 0.19 || f.CPUSeconds > 10 {
			t.Errorf("%v: %v CPU seconds, %v", brief, f.CPUSeconds, err)
		}
	}
}

// TestEarlyWork checks that much work while the training set is loaded is charged to a budget of
// seconds, and that a resumed fit has the rest of it.
func TestEarlyWork(t *testing.T) {
	for id, most := range map[string]float64{"quiet": 5, "busy": 4.85} {
		l := open(t, "liar", host.Options{})
		x := chains(1, 1)[0]
		x.ID = id
		train(t, l, []sp.Instance{x})
		r := wire.FitRequest{Budget: sp.Budget{CPUSeconds: 5}}
		r.Params = []byte("budget")
		for _, before := range []float64{0, 1} {
			r.Resume = &sp.Saved{State: []byte{1}, CPUSeconds: before}
			left := 0.0
			f, err := l.Fit(t.Context(), r,
				func(c sp.Stamped) error { left = c.Weights[0]; return nil })
			if err != nil || left > most-before || id == "quiet" && left != 5-before {
				t.Errorf("%s: %v CPU seconds of 5 are left after %v, %v", id, left, before, err)
			}
			if want := max(5-before-f.Early, 1e-9); math.Abs(left-want) > 1e-9 {
				t.Errorf("%s: after %v early CPU seconds and %v, %v of 5 are left", id, f.Early, before, left)
			}
		}
	}
}

// TestForgottenChildren: children count although nobody waits for them.
func TestForgottenChildren(t *testing.T) {
	l := loaded(t, host.Options{})
	f, err := l.Fit(t.Context(), request("forgets who computed"), nothing)
	if err != nil || f.CPUSeconds < 1.5 || f.CPUSeconds > 10 {
		t.Errorf("%v CPU seconds of children that computed for 2, %v", f.CPUSeconds, err)
	}
}

// TestForgottenBriefly: children that nobody waits for, and that end before they are seen, count with
// their cgroup. Without one, a warning tells of them.
func TestForgottenBriefly(t *testing.T) {
	own := proc.CPUSeconds([]int{os.Getpid()})
	child := exec.Command("sh", "-c", "i=0; while [ $i -lt 900000 ]; do i=$((i+1)); done")
	need(t, child.Run())
	took := proc.CPUSeconds([]int{os.Getpid()}) - own // for 100 of 150 children
	l := loaded(t, host.Options{})
	f, err := l.Fit(t.Context(), request("forgets many"), nothing)
	need(t, err)
	named := slices.ContainsFunc(f.Warnings, func(w string) bool { return strings.Contains(w, "SIGCHLD") })
	t.Logf("%v of about %v CPU seconds, %q", f.CPUSeconds, 1.5*took, f.Warnings)
	if f.CPUSeconds < took && !named {
		t.Errorf("%v CPU seconds, of at least %v", f.CPUSeconds, took)
	}
}

// TestBeside: predictions count beside the fit. The fit does not.
func TestBeside(t *testing.T) {
	for mode, least := range map[string]float64{"": 0, "predict for long": 1.5} {
		l := loaded(t, host.Options{})
		test := chains(6, 2)
		need(t, l.Load(t.Context(), host.Test, test))
		r := wire.PredictRequest{Setting: setting(), Weights: make([]float64, 26*30+26*26),
			Indices: []int32{0, 1, 2, 3, 4, 5}, Decoder: sp.Spec{Name: "own"}}
		r.Params = request(mode).Params
		must(l.Predict(t.Context(), r))(t)
		need(t, l.Close())
		if got := l.Usage().Beside; got < least || got > least+1 {
			t.Errorf("%q: %v CPU seconds beside the fit", mode, got)
		}
	}
}

// TestParentsFirst checks that parents come before the children they wait for.
func TestParentsFirst(t *testing.T) {
	supervisor := host.Supervisor(open(t, "", host.Options{}))
	all := proc.Tree(supervisor)
	if len(all) < 2 || all[0] != supervisor {
		t.Errorf("%v, supervisor %d", all, supervisor)
	}
}

// TestCPUSeconds checks that the time of a child counts after its parent has waited for it.
func TestCPUSeconds(t *testing.T) {
	pids := []int{os.Getpid()}
	before := proc.CPUSeconds(pids)
	child := exec.Command("sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done")
	need(t, child.Run())
	const ticks = 0.02 // missing in the system's count of children, at most
	took := (child.ProcessState.UserTime() + child.ProcessState.SystemTime()).Seconds()
	if counted := proc.CPUSeconds(pids) - before; counted < took-ticks {
		t.Errorf("%v CPU seconds counted of a child that took %v", counted, took)
	}
}
