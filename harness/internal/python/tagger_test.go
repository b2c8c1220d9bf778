package python_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/learnertest"
)

// torch is python for tests with PyTorch.
func torch(t *testing.T) string {
	t.Helper()
	path := python(t)
	if out, err := exec.Command(path, "-c", "import torch").CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: no PyTorch (apt-get install python3-torch): %v %s", err, out)
	}
	return path
}

func TestTaggerConformance(t *testing.T) {
	longtest.Skip(t)
	learnertest.RunProgram(t, torch(t)+" examples/python/tagger.py", "chain", "sparse", "path")
}

// alternating is sentences of two words. The label of the first word of a sentence depends on the
// last one. No feature tells it.
func alternating(n int) string {
	var b strings.Builder
	for i := range n {
		last := [...]string{"up", "down"}[i%2]
		fmt.Fprintf(&b, "go B-%s\n", last)
		for range i % 4 {
			fmt.Fprintln(&b, "on O")
		}
		fmt.Fprintf(&b, "%s O\n\n", last)
	}
	return b.String()
}

// The tagger reads words, and learns from them. The rules read names of labels, too. The
// linear model sees only the one feature of the template.
func TestTagger(t *testing.T) {
	longtest.Skip(t)
	path := torch(t)
	file := filepath.Join(t.TempDir(), "words.conll")
	if err := os.WriteFile(file, []byte(alternating(120)), 0o644); err != nil {
		t.Fatal(err)
	}
	fits := runText(t, "examples/python", strings.NewReplacer("PYTHON", path, "FILE", file).Replace(`
datasets: [{file: {path: FILE, templates: "U00\nB", split: {train: 60, test: 60}}}]
learners: [{PYTHON tagger.py: {as: tagger}}, {PYTHON rules.py: {as: rules}}, crf]
decoders: [map]
`))
	tagger := fits["tagger"].Rows[0].Metrics["hamming"]
	linear := fits["crf"].Rows[0].Metrics["hamming"]
	t.Logf("loss %.3f, of the linear model %.3f, of rules %.3f", tagger, linear,
		fits["rules"].Rows[0].Metrics["hamming"])
	if tagger > 0.01 || linear < 0.15 {
		t.Errorf("loss %.3f, of the linear model %.3f", tagger, linear)
	}
	f := fits["tagger"]
	if !f.Remote || f.Counts.Marginals == 0 || f.Counts.Marginals > f.Counts.Visits {
		t.Errorf("calls %+v", f.Counts)
	}
}
