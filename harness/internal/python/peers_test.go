package python_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// TestPeers: other programs reach the errors of our learners with the same objective. The suite has
// their lines. Missing programs are left out.
func TestPeers(t *testing.T) {
	longtest.Skip(t)
	path := python(t)
	text, err := os.ReadFile("examples/peers/suite.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	pairs := map[string]string{}
	add := func(line, peer, ours string) {
		if !strings.Contains(string(text), "  - python3 "+line+"\n") {
			t.Fatalf("the suite has no line %q", line)
		}
		fmt.Fprintf(&lines, "  - %s %s\n", path, line)
		pairs[peer] = ours
	}
	if _, err := exec.LookPath("crfsuite"); err == nil {
		add("crfsuite.py: {c2: 1.0, as: CRFsuite}", "CRFsuite", "CRF")
	}
	if exec.Command(path, "-c", "import sklearn").Run() == nil {
		add("sklearn_unary.py: {C: 0.5, as: scikit-learn}", "scikit-learn", "CRF, unary")
	}
	if len(pairs) == 0 {
		t.Skip("SKIPPED: neither crfsuite nor scikit-learn is installed")
	}
	fits := runText(t, "examples/peers", `
datasets: [{chains: {words: 100, split: {train: 50, test: 50}}}]
learners:
  - crf: {lambda: 0.04, as: CRF}
  - crf: {objective: unary, lambda: 0.04, as: "CRF, unary"}
`+lines.String()+"decoders: [map]\nsandbox: none\n")
	for peer, ours := range pairs {
		is, want := fits[peer].Rows[0].Metrics["hamming"], fits[ours].Rows[0].Metrics["hamming"]
		if !(math.Abs(float64(is-want)) < 0.01) || is > 0.5 {
			t.Errorf("%s has the error %v, %s %v", peer, is, ours, want)
		}
	}
}
