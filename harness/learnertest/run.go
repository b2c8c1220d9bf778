package learnertest

import (
	"os"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// Main is the TestMain of a learner's package. If the harness has started the test binary as the
// learner, Main runs the learner's main function, else the tests.
func Main(m *testing.M, main func()) {
	if os.Getenv(marker) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// Run runs all checks on the learner of the package under test, which needs [Main] as its TestMain.
// Each check is a subtest, and so is each of its tasks. Under the race detector Run skips checks of
// times.
func Run(t *testing.T) {
	t.Helper()
	run(t, self(t), wholeRun())
}

// RunOrPart is [Run] as a slow test. Without slow tests it runs the checks of single tasks on chains.
func RunOrPart(t *testing.T) {
	t.Helper()
	if longtest.Enabled() {
		Run(t)
		return
	}
	run(t, self(t), part{on: only("chain")})
}

// RunUnder is a slow test: the checks of single tasks, on chains and small grids, with fits by the
// named oracle. An approximate oracle must not lead the learner to false reports.
func RunUnder(t *testing.T, oracle string) {
	t.Helper()
	SkipSlow(t)
	run(t, self(t), part{on: only("chain", "grid3"), oracle: sp.Spec{Name: oracle}})
}

// RunWith is a slow test: the checks of single tasks, for the learner that the test binary serves
// with this argument. It needs tasks of all forms of labels. [Run] does the others.
func RunWith(t *testing.T, argument string) {
	t.Helper()
	SkipSlow(t)
	run(t, self(t)+" "+argument,
		part{on: only("chain", "sized", "partial", "observed")})
}

// RunProgram is Run for a learner in another language: a path to its program, with a slash, or a
// command line.
func RunProgram(t *testing.T, program string) {
	t.Helper()
	run(t, program, wholeRun())
}

// Encoded returns a learner to serve in [Main]. It is encoded, with its encoder frozen or not, if
// the last argument of the program says so, else the usual one.
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

// RunEncoded is [RunWith] for the two learners of [Encoded].
func RunEncoded(t *testing.T) {
	t.Helper()
	for _, encoder := range []string{joint, frozen} {
		t.Run(encoder, func(t *testing.T) { RunWith(t, encoder) })
	}
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

// A part is the part of the conformance test to run.
type part struct {
	once   []onceCheck
	on     []*task
	oracle sp.Spec
}

// wholeRun is the whole test. Under the race detector it leaves out the checks of times, since the
// detector multiplies them.
func wholeRun() part {
	if longtest.Race {
		return part{once: light(), on: tasks()}
	}
	return part{once: onceChecks, on: tasks()}
}

func run(t *testing.T, learner string, p part) {
	t.Helper()
	source, err := find.Learner(learner, find.Options{Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	report := examine(t.Context(), source, Options{Patience: time.Minute, Oracle: p.oracle}, p.once,
		p.on)
	if report.trouble != nil {
		t.Fatal(report.trouble)
	}
	for _, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			if longtest.Race && timed(c.Name) {
				t.Skip("SKIPPED: measures times, which the race detector multiplies")
			}
			for _, r := range report.Results {
				if r.Check != c.Name {
					continue
				}
				if !c.PerTask {
					r.tell(t, c.Doc)
					continue
				}
				t.Run(r.Task, func(t *testing.T) { r.tell(t, c.Doc) })
			}
		})
	}
}

// tell reports the result to t.
func (r *Result) tell(t *testing.T, doc string) {
	t.Helper()
	switch {
	case r.Err != nil:
		t.Errorf("%s\n%v", doc, r.Err)
	case r.Skip != "":
		t.Skipf("SKIPPED: %s", r.Skip)
	}
}
