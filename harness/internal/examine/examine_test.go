package examine_test

import (
	"fmt"
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

// faults lists, for each kind of learner and each planted fault, the law that it breaks and a part
// of the message.
const faults = `
sdk | refuses | support | not today
sdk | own solver | meter | past the meter
sdk | plods | stop | still ran
sdk | panics | fit | panic: planted
sdk | exits | fit | exit status 3
sdk | fails | fit | no luck
sdk | endless | fit | does not end
sdk | sends every step | fit | too many checkpoints
sdk | diverges | weights | weight 0 of
sdk | grows | weights | the number of weights changes
sdk | unprojected | sign | must not be negative
sdk | objective | claims | by the learner
sdk | bound | claims | exceeds the objective
sdk | label out of range | predict | label 99 of variable 0
sdk | few labels | predict | labels: 
sdk | marginals | predict | marginals of variable 0
sdk | atoms | predict | weights of atoms
sdk | panics in Predict | predict | planted in Predict
sdk | exits in Predict | predict | exit status 4
sdk | hangs in Predict | predict | no end after
sdk | unobservant | observed | which shows label
sdk | idle | learns | nothing was learned
sdk | clock as seed | repeat | in the same process
sdk | process as seed | repeat | in another process
sdk | counts fits | repeat | in the same process
sdk | saves no number of steps | resume | a resumed fit differs
sdk | believes half a state | resume | given half of its state it continues
sdk | dies of half a state | resume | given half of its state it fails without sp.ErrState
sdk | keeps its state | resume | saves no state
sdk | forgets the end at the budget | last | without a checkpoint
sdk | forgets the end | last | differs if more checkpoints
sdk | counts predictions | inputs | asked for in reverse order
sdk | last fit | inputs | after another fit
sdk | memory | canary | in the same process
sdk | notes | canary | in the same process
sdk | deaf | cancel | still ran after
sdk | ignores errors | cancel | still ran after
sdk | broken by cancel | cancel | left a mess
sdk | changed by cancel | cancel | keep no state
toy | averages half passes | resume | a resumed fit differs
toy | can average half passes | resume | with {"halves":true}: a resumed fit differs
raw | version | handshake | it speaks 3
raw | uninvited | handshake | check the cookie
raw | name | handshake | "My Learner"
raw | mute | handshake | says nothing
raw | fair weather | resume | neither
raw | default | handshake | "two" is none of zero, one
raw | range | handshake | range is "positive"
raw | prints half a line | stdout | loading the model
raw | takes unknown parameters | parameters | no_such_parameter
raw | takes wrong types | parameters | a string for a number
raw | takes any number | parameters | outside the range (0,1]
raw | takes any word | parameters | not in the enum
raw | says nothing | parameters | without the name of the parameter
raw | says it unkindly | parameters | INVALID_ARGUMENT
raw | own default | parameters | its own default
raw | dies of nothing | empty | exit status 1
raw | learns from nothing | empty | ends well
raw | unsupported too late | fit | before the first
raw | infinite | weights | weight 0 of
raw | shrinks | weights | the number of weights changes
raw | calls run backward | counts | decrease
raw | undercounts | meter | s of CPU time for inference
raw | over budget | budget | refuse visits beyond it
raw | looks at the batch | inputs | asked for in reverse order
`

// quick are options under which a hanging learner fails soon. The best sandbox would hide some
// faults, and none concerns a sandbox.
func quick(tasks ...string) examine.Options {
	return examine.Options{Patience: 4 * time.Second, Grace: time.Second, Sandbox: "none",
		Tasks: tasks, Without: func(l *examine.Law, _ string) bool { return l.Timed }}
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
	for _, fault := range strings.Split(strings.TrimSpace(faults), "\n") {
		f := strings.Split(fault, " | ")
		kind, mode, law, want := f[0], f[1], f[2], f[3]
		again := found[law]
		found[law] = true
		t.Run(kind+" "+mode, func(t *testing.T) {
			if again || timed(law) { // one for each law is enough when time is short
				longtest.Skip(t)
			}
			t.Parallel()
			o := quick("observed")
			o.Plain = law != "resume" // without the resumed fits of other settings
			if law == "sign" {
				o.Tasks = []string{"signed"}
			}
			if timed(law) {
				o.Patience, o.Grace, o.Without = time.Minute, 0, nil // a machine may be busy
			}
			list := breaches(examine.Source(t.Context(), sourceOf(t, kind, mode), o), false)
			said := false
			for _, breach := range list {
				said = said || strings.Contains(breach, want)
				if !strings.HasPrefix(breach, law+" on ") {
					t.Error(breach)
				}
			}
			if !said {
				t.Errorf("law %q does not say %q: %q", law, want, list)
			}
		})
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
	for _, l := range []struct {
		kind, mode string
		tasks      []string
	}{{"sdk", "", []string{"observed", "signed"}}, {"raw", "", []string{"signed"}},
		{"toy", "", []string{"observed"}}, {"sdk", "prints", []string{"single"}},
		{"raw", "prints lines", []string{"single"}}} {
		t.Run(l.kind+" "+l.mode, func(t *testing.T) {
			o := quick(l.tasks...)
			o.Patience, o.Grace, o.Sandbox, o.Plain = 0, 0, "", l.kind+l.mode != "sdk"
			report := examine.Source(t.Context(), sourceOf(t, l.kind, l.mode), o)
			for _, breach := range breaches(report, l.kind != "toy") {
				t.Error(breach)
			}
		})
	}
}
