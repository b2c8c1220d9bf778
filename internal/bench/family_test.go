package bench_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
)

// The keys of fits that have much in common are those of their identities, each of its own, also where seeds go by source, draw splits or draw for a placebo.
func TestKeysOfFamilies(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const text = `
suite: families
datasets:
  - chains: {words: 60, split: {train: [0], test: [1]}, as: folds}
  - chains: {words: 60, split: {train: [0], test: [1]}, sizes: [2, 3], as: sized}
  - chains: {words: 60, split: {train: 20, partial: 5, labels: 0.5, test: 20}, as: drawn, oracle: lbp}
  - chains: {words: 60, split: {rotate: train-one}, as: turns}
learners:
  - %[1]q: {shift: 1, as: A}
  - %[1]q: {shift: [1, 2], as: B, outputs: [map, {icm: {as: other}}]}
  - %[1]q: {shift: 1, as: C, aa: true}
tune: {fraction: 0.3}
curve: {first: 1, factor: 2}
seeds: %[2]s
`
	for _, seeds := range []string{"3", "{split: 2, learner: 2, tune: 2}"} {
		s, err := suite.Parse(filepath.Join(t.TempDir(), "suite.yaml"), fmt.Appendf(nil, text, self+" plain", seeds))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := bench.NewPlan(context.Background(), s, bench.Options{})
		if err != nil {
			t.Fatal(err)
		}
		keys := map[string]string{}
		for _, f := range plan.Fits {
			identity := f.Identity()
			if f.Key != record.Key(identity) {
				t.Errorf("%s: key %.8s, of its identity %.8s: %v", f, f.Key, record.Key(identity), identity)
			}
			for _, part := range []string{"split", "seed", "learner-seed", "params", "data"} {
				keys[f.Key] += identity[part] + " "
			}
		}
		for key, parts := range keys {
			for other, of := range keys {
				if key != other && parts == of {
					t.Errorf("two keys of %s", parts)
				}
			}
		}
	}
}
