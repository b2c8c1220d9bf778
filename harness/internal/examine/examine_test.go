package examine_test

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

	"github.com/spbench/spbench/harness/internal/examine"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/longtest"
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

// faults names, for each kind of learner and each planted fault, the law that it breaks and a part
// of the message.
var faults = map[string][]struct{ mode, law, want string }{
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
		{"takes any number", "parameters", "outside the range (0,1]"},
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

// quick are options under which a hanging learner fails soon. The best sandbox would hide some
// faults, and none concerns a sandbox.
func quick(tasks ...string) examine.Options {
	return examine.Options{Patience: 4 * time.Second, Grace: time.Second, Sandbox: "none",
		Tasks: tasks, Without: func(l *examine.Law) bool { return l.Timed }}
}

// breaches returns what a report says against a learner: "law on task: error" or, unless only
// failures count, the reason of a skip.
func breaches(r *examine.Report, skips bool) (list []string) {
	for _, o := range r.Results {
		if o.Err != nil {
			list = append(list, fmt.Sprintf("%s on %q: %v", o.Law, o.Task, o.Err))
		} else if skips && o.Skip != "" {
			list = append(list, fmt.Sprintf("%s on %q: skipped: %s", o.Law, o.Task, o.Skip))
		}
	}
	return list
}

// TestFaults: every planted fault breaks the law made for it, and no other, and every law finds a
// fault.
func TestFaults(t *testing.T) {
	found := map[string]bool{"leftovers": true} // TestDaemon
	timed := func(law string) bool { return law == "meter" || law == "stop" }
	for _, kind := range slices.Sorted(maps.Keys(faults)) {
		for _, f := range faults[kind] {
			again := found[f.law]
			found[f.law] = true
			t.Run(kind+" "+f.mode, func(t *testing.T) {
				if again || timed(f.law) { // one for each law is enough when time is short
					longtest.Skip(t)
				}
				t.Parallel()
				o := quick("observed")
				if f.law == "sign" {
					o.Tasks = []string{"signed"}
				}
				if timed(f.law) {
					o.Patience, o.Grace, o.Without = time.Minute, 0, nil // a machine may be busy
				}
				list := breaches(examine.Source(t.Context(), sourceOf(t, kind, f.mode), o), false)
				said := false
				for _, breach := range list {
					said = said || strings.Contains(breach, f.want)
					if !strings.HasPrefix(breach, f.law+" on ") {
						t.Error(breach)
					}
				}
				if !said {
					t.Errorf("law %q does not say %q: %q", f.law, f.want, list)
				}
			})
		}
	}
	for _, l := range examine.Laws() {
		if !found[l.Name] {
			t.Errorf("no planted fault breaks law %q", l.Name)
		}
	}
}

// TestDaemon checks that all processes of a learner are found and ended.
func TestDaemon(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: on Linux only")
	}
	o := quick("observed")
	o.Sandbox = ""
	report := examine.Source(t.Context(), sourceOf(t, "sdk", "daemon"), o)
	for _, breach := range breaches(report, false) {
		t.Error(breach)
	}
	if !slices.ContainsFunc(report.Results, func(r examine.Result) bool {
		return r.Law == "leftovers" && r.Skip == ""
	}) {
		t.Error("nobody looked for leftovers")
	}
}

// TestHonest: a conforming learner passes, with the SDK or without, with scores and decoders of its
// own, and if it prints before the handshake and after it.
func TestHonest(t *testing.T) {
	for _, l := range []struct{ kind, mode string }{{"sdk", ""}, {"raw", ""}, {"toy", ""},
		{"sdk", "prints"}, {"raw", "prints lines"}} {
		t.Run(l.kind+" "+l.mode, func(t *testing.T) {
			o := quick("observed", "signed")
			o.Patience, o.Grace, o.Sandbox = 0, 0, ""
			if l.mode != "" {
				o.Tasks = []string{"single"}
			} else if longtest.Enabled() {
				o.Tasks, o.Without = nil, nil
			}
			report := examine.Source(t.Context(), sourceOf(t, l.kind, l.mode), o)
			for _, breach := range breaches(report, l.kind != "toy") {
				if !strings.Contains(breach, `on "unlabelled"`) { // they refuse this task
					t.Error(breach)
				}
			}
		})
	}
}
