package bench_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
)

// idle reports whether a run of the suite in that run folder sees from its index that there is nothing to do.
func (e *editor) idle(dir, text string, o bench.RunOptions) bool {
	e.t.Helper()
	text = os.Expand(text, func(name string) string { return fmt.Sprintf("%q", e.self+" "+name) })
	s, err := suite.Parse(filepath.Join(e.t.TempDir(), "suite.yaml"), []byte(text))
	if err != nil {
		e.t.Fatal(err)
	}
	plan, err := bench.NewPlan(context.Background(), s, bench.Options{})
	if err != nil {
		e.t.Fatal(err)
	}
	store, err := record.Open(dir)
	if err != nil {
		e.t.Fatal(err)
	}
	defer store.Close()
	return plan.Idle(store, o)
}

// TestIdle: that nothing is left to do is seen from the index, unless something is.
func TestIdle(t *testing.T) {
	e := newEditor(t)
	_, _, _, dir := e.run(editedSuite)
	if !e.idle(dir, editedSuite, bench.RunOptions{}) || !e.idle(dir, editedSuite, bench.RunOptions{Retry: true, Rerun: true}) {
		t.Error("there is something to do")
	}
	for name, edit := range map[string][2]string{
		"label": {"as: A", "as: Z"}, "seed": {"seeds: 2", "seeds: 3"}, "output": {"[map]", "[map, icm]"},
		"name": {"suite: edited", "suite: other"}, "metric": {"[hamming-micro]", "[hamming-micro, zero-one]"},
		"build": {"${honest}", "${moody}"}, "parameter": {"shift: 1", "shift: 2"}, "limit": {"seconds: 60", "seconds: 50"},
	} {
		if e.idle(dir, strings.Replace(editedSuite, edit[0], edit[1], 1), bench.RunOptions{}) {
			t.Errorf("with another %s there is nothing to do", name)
		}
	}
	if e.idle(dir, editedSuite, bench.RunOptions{Marginals: true}) {
		t.Error("marginals are not kept, and there is nothing to do")
	}
	if e.idle(dir, editedSuite, bench.RunOptions{From: []string{t.TempDir()}}) {
		t.Error("a folder to take over from is not looked at")
	}
	for _, side := range [][2]string{{otherFit, ""}, {"", otherScore}} {
		t.Run("other sources", func(t *testing.T) {
			bench.PlantSides(t, side[0], side[1])
			if e.idle(dir, editedSuite, bench.RunOptions{}) {
				t.Errorf("there is nothing to do with %.4q", side)
			}
		})
	}
	files, err := filepath.Glob(filepath.Join(dir, "statistics", "*.gz"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	if e.idle(dir, editedSuite, bench.RunOptions{}) {
		t.Error("statistics are gone, and there is nothing to do")
	}
}

// What failed is left as it is, unless it is to be tried again.
func TestIdleWithFailures(t *testing.T) {
	e := newEditor(t)
	text := strings.Replace(editedSuite, "${honest}", "${panics}", 1)
	_, _, _, dir := e.run(text)
	if !e.idle(dir, text, bench.RunOptions{}) {
		t.Error("there is something to do")
	}
	if e.idle(dir, text, bench.RunOptions{Retry: true}) {
		t.Error("with -retry there is nothing to do")
	}
}
