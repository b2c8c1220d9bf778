package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/testkit"
)

func TestMain(m *testing.M) {
	// one more by default, since tests of SLURM mostly wait
	_ = flag.Set("test.parallel", strconv.Itoa(1+runtime.GOMAXPROCS(0)))
	os.Exit(tidy{m}.Run())
}

// tidy runs tests and deletes the binaries at the end.
type tidy struct{ *testing.M }

func (t tidy) Run() int {
	code := t.M.Run()
	if made != "" {
		os.RemoveAll(made)
	}
	return code
}

// made is the folder of the binaries, or "".
var made string

// binaries builds the command and the program with the learners once for all tests.
var binaries = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "spbench-test")
	if err != nil {
		return "", err
	}
	made = dir
	cmd := exec.Command("go", "build", "-o", dir+"/", ".", "../spbench-learners")
	cmd.Stderr = os.Stderr
	return dir, cmd.Run()
})

func binariesDir(t *testing.T) string {
	t.Helper()
	dir := must(binaries())(t)
	t.Cleanup(func() { os.RemoveAll(filepath.Join(dir, "results")) })
	return dir
}

func TestScripts(t *testing.T) {
	t.Parallel()
	dir := binariesDir(t)
	cache := t.TempDir()
	checkout := must(filepath.Abs("../../.."))(t)
	environment := goEnvironment(t)
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Condition: func(name string) (bool, error) {
			if name != "long" { // marks a slow script
				return false, fmt.Errorf("no condition is called %q", name)
			}
			return longtest.Enabled(), nil
		},
		Setup: func(e *testscript.Env) error {
			for _, v := range environment {
				if name, value, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GO") {
					e.Setenv(name, value)
				}
			}
			e.Setenv("CHECKOUT", checkout)
			e.Setenv("PLUGINS", dir)
			e.Setenv("PATH", dir+string(os.PathListSeparator)+e.Getenv("PATH"))
			e.Setenv("XDG_CACHE_HOME", cache)
			e.Setenv("HOME", cache)
			e.Setenv("NO_COLOR", "1")
			return nil
		},
	})
}

// program returns the command with the learners in bin, to be run in dir with a cache there.
func program(bin, dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(bin, "spbench"), append([]string{"-plugins", bin}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	return cmd
}

// spbench runs the command in dir and expects it to succeed.
func spbench(t *testing.T, dir string, args ...string) {
	t.Helper()
	if out, err := program(binariesDir(t), dir, args...).CombinedOutput(); err != nil {
		t.Fatalf("spbench %q: %v\n%s", args, err, out)
	}
}

// putText writes a file.
func putText(t *testing.T, text string, path ...string) {
	t.Helper()
	need(t, os.WriteFile(filepath.Join(path...), []byte(text), 0o666))
}

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

var need = testkit.Need
