package bench_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
)

// TestIdle: that nothing is left to do is seen from the index, unless something is.
func TestIdle(t *testing.T) {
	e := newEditor(t)
	_, _, _, dir := e.run(editedSuite)
	idle := func(suiteText string, o bench.RunOptions) bool {
		t.Helper()
		text := os.Expand(suiteText, func(name string) string { return `"` + e.self + " " + name + `"` })
		s, err := suite.Parse(filepath.Join(t.TempDir(), "suite.yaml"), []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := bench.NewPlan(context.Background(), s, bench.Options{})
		if err != nil {
			t.Fatal(err)
		}
		store, err := record.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		return plan.Idle(store, o)
	}
	if !idle(editedSuite, bench.RunOptions{}) || !idle(editedSuite, bench.RunOptions{Retry: true, Rerun: true}) {
		t.Error("there is something to do")
	}
	for name, edit := range map[string][2]string{
		"label": {"as: A", "as: Z"}, "seed": {"seeds: 2", "seeds: 3"}, "output": {"[map]", "[map, icm]"},
		"name": {"suite: edited", "suite: other"}, "metric": {"[hamming-micro]", "[hamming-micro, zero-one]"},
	} {
		if idle(strings.Replace(editedSuite, edit[0], edit[1], 1), bench.RunOptions{}) {
			t.Errorf("with another %s there is nothing to do", name)
		}
	}
	if idle(editedSuite, bench.RunOptions{Marginals: true}) {
		t.Error("marginals are not kept, and there is nothing to do")
	}
	files, err := filepath.Glob(filepath.Join(dir, "statistics", "*.gz"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	if idle(editedSuite, bench.RunOptions{}) {
		t.Error("statistics are gone, and there is nothing to do")
	}
}
