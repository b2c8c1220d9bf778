package examine

import (
	"strings"
	"testing"
)

// TestPrintDoubts checks that warnings of a fit are printed once for all tasks that share them, and
// are not failures.
func TestPrintDoubts(t *testing.T) {
	const late = "it used too much memory"
	r := Report{Tasks: []string{"chain", "tree", "grid"}, Results: []Result{
		{Law: "counts", Task: "chain", Doubts: []string{late}},
		{Law: "counts", Task: "tree", Doubts: []string{late, "it ran more threads"}},
		{Law: "counts", Task: "grid"},
	}}
	var text strings.Builder
	if err := r.Print(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\ndoubt counts on chain, tree: " + late + "\n",
		"\ndoubt counts on tree: it ran more threads\n"} {
		if strings.Count(text.String(), want) != 1 {
			t.Errorf("no %q in %s", want, text.String())
		}
	}
	if r.Failed() || strings.Contains(text.String(), "FAIL") {
		t.Errorf("a doubt is no failure: %s", text.String())
	}
}
