package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	sources "github.com/spbench/spbench"
	"github.com/spbench/spbench/harness/internal/longtest"
)

// TestArithmeticIsInTheSides: a program compiled for a different processor level rounds
// differently, so both sides (harness and scoring) name the level.
func TestArithmeticIsInTheSides(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("SKIPPED: needs amd64, to build for another level of it")
	}
	longtest.Skip(t)
	t.Parallel()
	program := filepath.Join(t.TempDir(), "main.go")
	text := `package main

import (
	"github.com/spbench/spbench"
	"github.com/spbench/spbench/harness"
)

func main() {
	spbench.Harness = harness.Sources
	println(spbench.Sources().Harness(), spbench.Sources().Scoring())
}
`
	putText(t, text, program)
	run := exec.Command("go", "run", program)
	run.Env = append(os.Environ(), "GOAMD64=v2") // runs on any current machine
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	hash := func(side string) string { return side[strings.LastIndex(side, ":")+1:] }
	want := "amd64-v2:" + hash(sources.Sources().Harness()) + " amd64-v2:" +
		hash(sources.Sources().Scoring()) + "\n"
	if string(out) != want {
		t.Errorf("its sides are %s, want %s", out, want)
	}
}
