package bench_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
)

// TestFitElsewhere: a fit that another process has is left to it, and is nobody's loss.
func TestFitElsewhere(t *testing.T) {
	e := newEditor(t)
	text := os.Expand(editedSuite, func(name string) string { return `"` + e.self + " " + name + `"` })
	s, err := suite.Parse(filepath.Join(t.TempDir(), "suite.yaml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := bench.NewPlan(context.Background(), s, bench.Options{})
	if err != nil {
		t.Fatal(err)
	}
	store, err := record.CreateShard(t.TempDir(), "run", plan.Text, "1of2")
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	foreign := plan.Fits[0].Key
	if mine, err := store.Claim(foreign); !mine || err != nil {
		t.Fatal(mine, err)
	}
	n := len(plan.Fits)
	if _, err := plan.Run(context.Background(), store, bench.RunOptions{Claim: store.Claim}); err != nil {
		t.Fatal(err)
	}
	fits, _, err := store.Load()
	if err != nil || len(fits) == 0 || len(fits) >= n {
		t.Errorf("%d of %d fits, %v", len(fits), n, err)
	}
	for _, f := range fits {
		if f.Key == foreign {
			t.Error("it was done twice")
		}
	}
	if left, err := plan.Left(store, false); err != nil || len(left) != 1 || !left[foreign] {
		t.Errorf("left %v, %v", left, err)
	}
	if mine, err := store.Claim(fits[0].Key); mine || err != nil {
		t.Errorf("a fit that is done is to be had: %v, %v", mine, err)
	}
}
