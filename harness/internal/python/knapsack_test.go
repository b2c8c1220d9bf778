package python_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestKnapsack runs the example of a program as solver, with the learner in Python, which asks the
// harness, as a fourth one.
func TestKnapsack(t *testing.T) {
	path, dir := python(t), t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("examples/knapsack")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "-B", "bags.py")
	cmd.Dir = dir
	bags, err := cmd.Output()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "bags.jsonl"), bags, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs("examples/python/learner.py")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "suite.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	fits := runText(t, dir, strings.Replace(string(text), "python3", path, 1)+
		"  - "+path+" "+here+": {lambda: 0.1, passes: 5, batch: 16, as: Python}\n")
	for label, f := range fits {
		loss := f.Rows[0].Metrics["hamming"]
		if loss > 0.2 || f.Remote != (label == "Python") || f.Counts.MAP < 300 {
			t.Errorf("%s: loss %v, remote %v, %+v", label, loss, f.Remote, f.Counts)
		}
	}
	if s := fits["S-SVM"].Audit; len(fits) != 4 || !(s.Bound <= s.Objective) {
		t.Errorf("%d fits, %+v", len(fits), s)
	}
}
