package python_test

import (
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

func TestNetworkConformance(t *testing.T) {
	longtest.Skip(t)
	learnertest.RunProgram(t, torch(t)+" examples/python/network.py")
}

// exclusive writes chains. A label is the exclusive or of two features. No linear model learns it.
const exclusive = `
import random, sys
from spbench.data import write_jsonl
random.seed(1)
def chain():
    bits = [(random.randint(0, 1), random.randint(0, 1)) for _ in range(8)]
    return {"chain": True, "nodes": [[2 * a - 1, 2 * b - 1] for a, b in bits], "gold": [a ^ b for a, b in bits]}
write_jsonl(sys.argv[1], [chain() for _ in range(120)], labels=2)
`

// The network learns the exclusive or, from marginals of the harness.
func TestNetwork(t *testing.T) {
	longtest.Skip(t)
	path := torch(t)
	file := filepath.Join(t.TempDir(), "xor.jsonl")
	if out, err := exec.Command(path, "-c", exclusive, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	fits := runText(t, "examples/python", strings.NewReplacer("PYTHON", path, "FILE", file).Replace(`
datasets: [{file: {path: FILE, split: {train: 60, test: 60}}}]
learners: [{PYTHON network.py: {as: network}}, crf]
decoders: [map, mpm]
`))
	for row := range 2 {
		network := fits["network"].Rows[row].Metrics["hamming"]
		linear := fits["crf"].Rows[row].Metrics["hamming"]
		t.Logf("loss %.3f, of the linear model %.3f", network, linear)
		if network > 0.01 || linear < 0.3 {
			t.Errorf("loss %.3f, of the linear model %.3f", network, linear)
		}
	}
	f := fits["network"]
	if !f.Remote || f.Counts.Marginals == 0 || f.Counts.Marginals > f.Counts.Visits {
		t.Errorf("calls %+v", f.Counts)
	}
}
