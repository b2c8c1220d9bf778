package learnertest_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/learnertest"
)

// The test binary is also its own learners: "BINARY sdk MODE FILE" serves a planted one, "BINARY
// raw MODE FILE" one without the SDK.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "sdk" {
		newPlanted(os.Args[2]).serve()
		return
	}
	if len(os.Args) == 4 && os.Args[1] == "toy" {
		serveToy(os.Args[2])
		return
	}
	if len(os.Args) == 4 && os.Args[1] == "raw" {
		(&raw{mode: os.Args[2]}).serve()
		return
	}
	if len(os.Args) == 2 && os.Args[1] == "busy" {
		go func() {
			_, _ = os.Stdin.Read(make([]byte, 1))
			os.Exit(0)
		}()
		for n := uint64(0); ; n++ {
			spun.Store(n)
		}
	}
	os.Exit(m.Run())
}

// spun counts the turns of a busy process.
var spun atomic.Uint64

// sourceOf returns the planted learner of a kind in a mode.
func sourceOf(t *testing.T, kind, mode string) find.Source {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	source, err := find.Learner(fmt.Sprintf("%s %s '%s' %s", self, kind, mode,
		filepath.Join(dir, "notes")), find.Options{Cache: dir})
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// faults names, for each kind of learner and each planted fault, the one check that fails and a
// part of its message.
var faults = map[string][]struct{ mode, check, want string }{
	"sdk": {
		{"refuses", "support", "not today"},
		{"own solver", "meter", "past the meter"},
		{"plods", "stop", "still ran"},
		{"panics", "fit", "panic: planted"},
		{"exits", "fit", "exit status 3"},
		{"fails", "fit", "no luck"},
		{"endless", "fit", "does not end"},
		{"sends every step", "fit", "too many checkpoints"},
		{"diverges", "weights", "weight 0 of"},
		{"grows", "weights", "the number of weights changes"},
		{"unprojected", "sign", "must not be negative"},
		{"objective", "claims", "by the learner"},
		{"bound", "claims", "exceeds the objective"},
		{"label out of range", "predict", "label 99 of variable 0"},
		{"few labels", "predict", "labels: "},
		{"marginals", "predict", "marginals of variable 0"},
		{"atoms", "predict", "weights of atoms"},
		{"panics in Predict", "predict", "planted in Predict"},
		{"exits in Predict", "predict", "exit status 4"},
		{"hangs in Predict", "predict", "no end after"},
		{"unobservant", "observed", "which shows label"},
		{"idle", "learns", "nothing was learned"},
		{"clock as seed", "repeat", "in the same process"},
		{"process as seed", "repeat", "in another process"},
		{"counts fits", "repeat", "in the same process"},
		{"saves no number of steps", "resume", "a resumed fit differs"},
		{"believes half a state", "resume", "given half of its state it continues"},
		{"dies of half a state", "resume", "given half of its state it fails without sp.ErrState"},
		{"keeps its state", "resume", "saves no state"},
		{"forgets the end at the budget", "last", "without a checkpoint"},
		{"forgets the end", "last", "differs if more checkpoints"},
		{"counts predictions", "inputs", "asked for in reverse order"},
		{"last fit", "inputs", "after another fit"},
		{"memory", "canary", "in the same process"},
		{"notes", "canary", "in the same process"},
		{"deaf", "cancel", "still ran after"},
		{"ignores errors", "cancel", "still ran after"},
		{"broken by cancel", "cancel", "left a mess"},
		{"changed by cancel", "cancel", "keep no state"},
	},
	"toy": {
		{"averages half passes", "resume", "a resumed fit differs"},
		{"can average half passes", "resume", `with {"halves":true}: a resumed fit differs`},
	},
	"raw": {
		{"version", "handshake", "it speaks 3"},
		{"uninvited", "handshake", "check the cookie"},
		{"name", "handshake", `"My Learner"`},
		{"mute", "handshake", "says nothing"},
		{"fair weather", "resume", "neither"},
		{"default", "handshake", `"two" is none of zero, one`},
		{"range", "handshake", `range is "positive"`},
		{"prints half a line", "stdout", "loading the model"},
		{"takes unknown parameters", "parameters", "no_such_parameter"},
		{"takes wrong types", "parameters", "a string for a number"},
		{"takes any number", "parameters", "below the range (0,1]"},
		{"takes any word", "parameters", "not in the enum"},
		{"says nothing", "parameters", "without the name of the parameter"},
		{"says it unkindly", "parameters", "INVALID_ARGUMENT"},
		{"own default", "parameters", "its own default"},
		{"dies of nothing", "empty", "exit status 1"},
		{"learns from nothing", "empty", "ends well"},
		{"unsupported too late", "fit", "before the first"},
		{"infinite", "weights", "weight 0 of"},
		{"shrinks", "weights", "the number of weights changes"},
		{"calls run backward", "counts", "decrease"},
		{"undercounts", "meter", "s of CPU time for inference"},
		{"over budget", "budget", "refuse visits beyond it"},
		{"looks at the batch", "inputs", "asked for in reverse order"},
	},
}

// TestFaults checks that every planted fault fails the check made for it, and no other, and that
// every check finds a fault.
func TestFaults(t *testing.T) {
	// No fault concerns a sandbox, and the best one would hide some faults.
	o := learnertest.Options{Patience: 4 * time.Second, Grace: time.Second, Sandbox: "none"}
	found := map[string]bool{}
	for _, kind := range slices.Sorted(maps.Keys(faults)) {
		for _, f := range faults[kind] {
			again := found[f.check]
			found[f.check] = true
			t.Run(kind+" "+f.mode, func(t *testing.T) {
				if again { // one for each check is enough when time is short
					longtest.Skip(t)
				}
				t.Parallel()
				task := "observed"
				if f.check == "sign" {
					task = "signed"
				}
				o, heavy := o, f.check == "meter" || f.check == "stop"
				if heavy {
					longtest.Skip(t)
					o.Patience, o.Grace = time.Minute, 0 // a machine may be busy
				}
				report := learnertest.ExamineOn(t.Context(), sourceOf(t, kind, f.mode), o, heavy,
					task)
				said := false
				for _, r := range report.Results {
					if r.Err == nil {
						continue
					}
					if r.Check != f.check {
						t.Errorf("check %q fails on %q: %v", r.Check, r.Task, r.Err)
					} else if strings.Contains(r.Err.Error(), f.want) {
						said = true
					} else {
						t.Logf("%s on %q: %v", r.Check, r.Task, r.Err)
					}
				}
				if !said {
					t.Errorf("check %q does not say %q", f.check, f.want)
				}
			})
		}
	}
	for _, c := range learnertest.Checks() {
		if !found[c.Name] && c.Name != "leftovers" { // TestDaemon
			t.Errorf("no planted fault fails check %q", c.Name)
		}
	}
}

// TestDaemon checks that all processes of a learner are found and ended.
func TestDaemon(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: on Linux only")
	}
	report := learnertest.ExamineOn(t.Context(), sourceOf(t, "sdk", "daemon"),
		learnertest.Options{Patience: 4 * time.Second, Grace: time.Second}, false, "observed")
	looked := false
	for _, r := range report.Results {
		looked = looked || r.Check == "leftovers" && r.Skip == ""
		if r.Err != nil {
			t.Errorf("check %q fails on %q: %v", r.Check, r.Task, r.Err)
		}
	}
	if !looked {
		t.Error("nobody looked for leftovers")
	}
}

// TestHonest checks that a conforming learner passes, with the SDK or without.
func TestHonest(t *testing.T) {
	for _, kind := range []string{"sdk", "raw"} {
		source, o := sourceOf(t, kind, ""), learnertest.Options{}
		var report *learnertest.Report
		if longtest.Enabled() {
			report = learnertest.ExamineSource(t.Context(), source, o)
		} else {
			report = learnertest.ExamineOn(t.Context(), source, o, false, "observed", "signed")
		}
		for _, r := range report.Results {
			if r.Err != nil || r.Skip != "" && r.Task != "unlabelled" { // it refuses this task
				t.Errorf("%s: %s on %q: %v %s", kind, r.Check, r.Task, r.Err, r.Skip)
			}
		}
	}
}

// TestPrintsDoNoHarm prints before the handshake and after it.
func TestPrintsDoNoHarm(t *testing.T) {
	for _, l := range []struct{ kind, mode string }{{"sdk", "prints"}, {"raw", "prints lines"}} {
		report := learnertest.ExamineOn(t.Context(), sourceOf(t, l.kind, l.mode),
			learnertest.Options{}, false, "single")
		for _, r := range report.Results {
			if r.Err != nil || r.Skip != "" {
				t.Errorf("%s: %s on %q: %v %s", l.kind, r.Check, r.Task, r.Err, r.Skip)
			}
		}
	}
}
