package bench_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/longtest"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
)

// standing returns how many fits of the suite stand in that run folder, and how many are planned.
func (e *editor) standing(dir, text string, o bench.RunOptions) (standing, planned int) {
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
	if standing, err = plan.Standing(store, o); err != nil {
		e.t.Fatal(err)
	}
	return standing, len(plan.Fits)
}

// TestStanding: that nothing is left to do with a fit is seen from the index, unless something is.
func TestStanding(t *testing.T) {
	longtest.Skip(t)
	e := newEditor(t)
	_, _, _, dir := e.run(editedSuite)
	for _, edit := range []struct {
		name, old, new    string
		standing, planned int
	}{
		{"nothing", "", "", 4, 4}, {"a label", "as: A", "as: Z", 2, 4}, {"a seed", "seeds: 2", "seeds: 3", 4, 6}, {"an output", "[map]", "[map, icm]", 0, 4},
		{"the name", "suite: edited", "suite: other", 0, 4}, {"a metric", "[hamming-micro]", "[hamming-micro, zero-one]", 0, 4},
		{"a learner", "${honest}", "${moody}", 2, 4}, {"a parameter", "shift: 1", "shift: 2", 2, 4}, {"a limit", "seconds: 60", "seconds: 50", 0, 4},
	} {
		if n, planned := e.standing(dir, strings.Replace(editedSuite, edit.old, edit.new, 1), bench.RunOptions{}); n != edit.standing || planned != edit.planned {
			t.Errorf("%s edited: %d of %d fits stand, want %d of %d", edit.name, n, planned, edit.standing, edit.planned)
		}
	}
	if n, _ := e.standing(dir, editedSuite, bench.RunOptions{Retry: true, Rerun: true}); n != 4 {
		t.Errorf("with -retry and -rerun %d fits stand", n)
	}
	if n, _ := e.standing(dir, editedSuite, bench.RunOptions{Marginals: true}); n != 0 {
		t.Errorf("marginals are not kept, and %d fits stand", n)
	}
	for _, side := range [][2]string{{otherFit, ""}, {"", otherScore}} {
		t.Run("other sources", func(t *testing.T) {
			bench.PlantSides(t, side[0], side[1])
			if n, _ := e.standing(dir, editedSuite, bench.RunOptions{}); n != 0 {
				t.Errorf("%d fits stand with %.4q", n, side)
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
	if n, _ := e.standing(dir, editedSuite, bench.RunOptions{}); n == 4 {
		t.Error("statistics are gone, and all fits stand")
	}
}

// What failed is left as it is, unless it is to be tried again.
func TestStandingFailures(t *testing.T) {
	e := newEditor(t)
	text := strings.Replace(editedSuite, "${honest}", "${panics}", 1)
	_, _, _, dir := e.run(text)
	if n, _ := e.standing(dir, text, bench.RunOptions{}); n != 4 {
		t.Errorf("%d fits stand", n)
	}
	if n, _ := e.standing(dir, text, bench.RunOptions{Retry: true}); n != 2 {
		t.Errorf("%d fits stand with -retry", n)
	}
}

// TestSettled: that all fits stood is noted, and no longer believed when a line has been appended, nor of a run in which something failed.
func TestSettled(t *testing.T) {
	e := newEditor(t)
	_, _, _, dir := e.run(editedSuite)
	for range 2 {
		if n, _ := e.standing(dir, editedSuite, bench.RunOptions{}); n != 4 || record.Cached(dir, record.SettledFile) == nil {
			t.Errorf("%d fits stand, noted %x", n, record.Cached(dir, record.SettledFile))
		}
	}
	fits, _, err := record.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	store, err := record.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	fits[0].Rows, fits[0].Times.Rows = nil, nil
	if err := errors.Join(store.Append(0, fits[0]), store.Close()); err != nil {
		t.Fatal(err)
	}
	if n, _ := e.standing(dir, editedSuite, bench.RunOptions{}); n != 3 {
		t.Errorf("%d fits stand, of which one has lost its rows", n)
	}
	text := strings.Replace(editedSuite, "${honest}", "${panics}", 1)
	_, _, _, dir = e.run(text)
	for range 2 {
		if n, _ := e.standing(dir, text, bench.RunOptions{}); n != 4 || record.Cached(dir, record.SettledFile) != nil {
			t.Errorf("with failures %d fits stand, noted %x", n, record.Cached(dir, record.SettledFile))
		}
	}
}
