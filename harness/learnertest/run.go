package learnertest

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/examine"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// Main is the TestMain of a learner's package. If the harness has started the test binary as the
// learner, Main runs the learner's main function, else the tests.
func Main(m *testing.M, main func()) {
	if os.Getenv(examine.Marker) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// Run checks the laws on the learner of the package under test. On every second task it leaves out
// those of many fits. The package needs [Main] as its
// TestMain. Each law is a subtest, and so is each of its tasks. The race detector multiplies times:
// under it Run leaves out the laws of times.
func Run(t *testing.T) {
	t.Helper()
	run(t, self(t), whole())
}

// RunOrPart is [Run] as a slow test. Otherwise it checks the laws of single tasks on chains.
func RunOrPart(t *testing.T) {
	t.Helper()
	if longtest.Enabled() {
		Run(t)
		return
	}
	run(t, self(t), part("chain"))
}

// RunUnder is a slow test of the laws of single tasks, on small grids. The named oracle makes the
// fits. An approximate oracle must not lead the learner to false reports.
func RunUnder(t *testing.T, oracle string) {
	t.Helper()
	SkipSlow(t)
	o := part("grid3")
	o.Oracle = sp.Spec{Name: oracle}
	run(t, self(t), o)
}

// RunWith is a slow test of the laws of single tasks, with labels of all forms in training. With
// this argument the test binary serves another learner.
func RunWith(t *testing.T, argument string) {
	t.Helper()
	runWith(t, argument, "sized", "partial")
}

func runWith(t *testing.T, argument string, tasks ...string) {
	t.Helper()
	SkipSlow(t)
	run(t, self(t)+" "+argument, part(tasks...))
}

// RunProgram is Run for a learner in another language. program is a path with a slash, or a command
// line. tasks names the tasks; none: all.
func RunProgram(t *testing.T, program string, tasks ...string) {
	t.Helper()
	o := whole()
	o.Tasks = tasks
	run(t, program, o)
}

// Encoded returns a learner to serve in [Main]. The last argument of the program may ask for an
// encoder, frozen or not. Otherwise it is the usual one.
func Encoded[L learner.Learner](usual func() (learner.Info, func() learner.Learner),
	encoded func(frozen bool) L) (learner.Info, func() learner.Learner) {
	info, start := usual()
	if last := os.Args[len(os.Args)-1]; last == joint || last == frozen {
		start = func() learner.Learner { return encoded(last == frozen) }
	}
	return info, start
}

// Arguments of a test binary served by [Encoded].
const joint, frozen = "joint", "frozen"

// RunEncoded is [RunWith] for the two learners of [Encoded], for the frozen one on sized instances
// alone: the forms of labels do not reach its encoder.
func RunEncoded(t *testing.T) {
	t.Helper()
	t.Run(joint, func(t *testing.T) { RunWith(t, joint) })
	t.Run(frozen, func(t *testing.T) { runWith(t, frozen, "sized") })
}

// self returns the path of the test binary.
func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Laws of many fits are checked on one task of each kind. A learner does the lesser tasks by
// the same code.
var (
	repeats = []string{"repeat", "last", "inputs", "canary", "cancel", "resume"}
	lesser  = []string{"grid3", "sparse", "observed", "single", sp.Arborescence, sp.Path,
		sp.Cardinality}
)

// whole is the whole test.
func whole() examine.Options {
	return examine.Options{Without: func(l *examine.Law, task string) bool {
		return longtest.Race && l.Timed ||
			slices.Contains(lesser, task) && slices.Contains(repeats, l.Name)
	}}
}

// part has the laws of single tasks, on tasks of these names, without variants of settings.
func part(tasks ...string) examine.Options {
	return examine.Options{Tasks: tasks, Plain: true,
		Without: func(_ *examine.Law, task string) bool { return task == "" }}
}

func run(t *testing.T, learner string, o examine.Options) {
	t.Helper()
	source, err := find.Learner(learner, find.Options{Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	o.Patience = time.Minute
	report := examine.Source(t.Context(), source, o)
	if report.Trouble != nil {
		t.Fatal(report.Trouble)
	}
	for _, l := range examine.Laws() {
		t.Run(l.Name, func(t *testing.T) {
			for _, r := range report.Results {
				if r.Law != l.Name {
					continue
				}
				if !l.PerTask {
					tell(t, &r, l.Doc)
					continue
				}
				t.Run(r.Task, func(t *testing.T) { tell(t, &r, l.Doc) })
			}
		})
	}
}

// tell reports a result to t.
func tell(t *testing.T, r *examine.Result, doc string) {
	t.Helper()
	switch {
	case r.Err != nil:
		t.Errorf("%s\n%v", doc, r.Err)
	case r.Skip != "":
		t.Skipf("SKIPPED: %s", r.Skip)
	}
}
