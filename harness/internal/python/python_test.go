// Package python_test tests the package for learners in Python, and the examples.
package python_test

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/learnertest"
)

// An environment is an interpreter with the package installed.
type environment struct {
	python string // "": no interpreter in $PATH has the packages it needs
	err    error  // of the installation
}

// folder has the environment.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "spbench-python"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// install unpacks the package like pip, but sooner; the test of docs/python.md uses
// pip. Arguments: the folder of the sources and the folder of the environment.
const install = `
import glob, sys, zipfile
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import backend
wheel = sys.argv[2] + "/" + backend.build_wheel(sys.argv[2])
zipfile.ZipFile(wheel).extractall(glob.glob(sys.argv[2] + "/lib/python3*/site-packages")[0])
`

// base is the interpreter behind the tests. It is SPBENCH_PYTHON, else the first with its packages
// in $PATH, else "".
var base = sync.OnceValue(func() string {
	return cmp.Or(os.Getenv("SPBENCH_PYTHON"), longtest.Find("python3", func(path string) bool {
		return exec.Command(path, "-c", "import grpc, numpy, google.protobuf").Run() == nil
	}))
})

// plain returns base or, if it is missing, an interpreter without packages.
func plain(t testing.TB) string {
	t.Helper()
	if path := base(); path != "" {
		return path
	}
	return longtest.Program(t, "python3", func(path string) bool {
		return exec.Command(path, "-c", "").Run() == nil
	})
}

// installed makes an environment with the package, without a network.
var installed = sync.OnceValue(func() environment {
	base := base()
	if base == "" {
		return environment{}
	}
	e := environment{python: filepath.Join(folder, "bin", "python3")}
	for _, argv := range [][]string{
		{base, "-m", "venv", "--system-site-packages", "--without-pip", folder},
		{e.python, "-c", install, "../../../python", folder},
	} {
		if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			e.err = fmt.Errorf("%q: %w\n%s", argv, err, out)
			break
		}
	}
	return e
})

// python moves to the root of the checkout and returns an interpreter with the package.
func python(t testing.TB) string {
	t.Helper()
	e := installed()
	if e.err != nil {
		t.Fatal(e.err)
	}
	if e.python == "" {
		t.Skip("SKIPPED: no python3 in $PATH has grpc, numpy and protobuf (Debian: python3-grpcio " +
			"python3-numpy python3-protobuf; or set SPBENCH_PYTHON)")
	}
	t.Chdir("../../..")
	return e.python
}

func TestConformance(t *testing.T) {
	longtest.Skip(t)
	learnertest.RunProgram(t, python(t)+" examples/python/learner.py", "chain", "grid3", "path")
}

// TestUnits runs the tests in Python, of the modules of the package.
func TestUnits(t *testing.T) {
	const units = "harness/internal/python/testdata/units.py"
	out, err := exec.Command(python(t), "-B", units).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// runSuite runs the suite with some edits and returns the last fit by label.
func runSuite(t *testing.T, python string, edits ...string) map[string]record.Fit {
	t.Helper()
	text, err := os.ReadFile("examples/python/suite.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(string(text), edits[i]) {
			t.Fatalf("the suite has no %q", edits[i])
		}
	}
	edits = append(edits, "python3 learner.py", python+" learner.py")
	edited := strings.NewReplacer(edits...).Replace(string(text))
	return runText(t, "examples/python", edited)
}

// runText runs a suite in a folder and returns the last fit by label.
func runText(t *testing.T, dir, text string) map[string]record.Fit {
	t.Helper()
	s, err := suite.Parse("suite.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	planned, err := plan.New(t.Context(), s, plan.Options{SuiteDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	store, err := record.Create(t.TempDir(), "test", planned.Text)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if _, err := run.Run(t.Context(), planned, store, run.Options{}); err != nil {
		t.Fatal(err)
	}
	fits, _, err := store.Load()
	if err != nil {
		t.Fatal(err)
	}
	byLabel := map[string]record.Fit{}
	for _, f := range fits {
		if !f.Outcome.Good() {
			t.Fatalf("%s: %+v", f.Label, f.Outcome)
		}
		byLabel[f.Label] = f
	}
	return byLabel
}

// beside compares the learner in Python with those in Go. With the same method it must reach the
// same objective within a relative tolerance. Its predictions must be as good as those of BCFW
// within an absolute tolerance.
func beside(t *testing.T, fits map[string]record.Fit, objective, loss float64) {
	t.Helper()
	exact := fits["S-SVM (BCFW)"]
	same, twin := fits["Python, steps of 1"].Audit.Objective,
		fits["S-SVM (subgradients)"].Audit.Objective
	t.Logf("objective %.4g, in Go %.4g, of BCFW %.4g", same, twin, exact.Audit.Objective)
	if math.Abs(float64(same/twin-1)) > objective {
		t.Errorf("objective %v, of the same method in Go %v", same, twin)
	}
	for _, label := range []string{"Python, steps of 1", "Python, steps of 16"} {
		f := fits[label]
		for i, row := range f.Rows {
			if got, want := row.Metrics["hamming"],
				exact.Rows[i].Metrics["hamming"]; float64(got) > float64(want)+loss {
				t.Errorf("%s, %s: loss %.4f, of BCFW %.4f", label, row.Decoder, got, want)
			}
			t.Logf("%s, %s: loss %.4f, of BCFW %.4f", label, row.Decoder, row.Metrics["hamming"],
				exact.Rows[i].Metrics["hamming"])
		}
		if !f.Remote || exact.Remote || f.Counts.MAP != exact.Counts.MAP {
			t.Errorf("%s: calls %+v, by the harness %v", label, f.Counts, f.Remote)
		}
	}
}

func TestBesideGo(t *testing.T) {
	beside(t, runSuite(t, python(t), "ocr:", "chains:",
		"split: {train: [0], test: [1, 2, 3, 4, 5, 6, 7, 8, 9]}",
		"split: {train: 100, test: 200}", "seeds: 3", "seeds: 1", "passes: 100", "passes: 30",
		"lambda: 0.003195", "lambda: 0.05"), 0.05, 0.03)
}
