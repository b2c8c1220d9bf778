package run_test

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// TestKeysOfConfigurations: the key of each fit is the hash of its identity. This also holds for
// seeds by source and drawn splits.
func TestKeysOfConfigurations(t *testing.T) {
	t.Parallel()
	const text = `
suite: families
datasets:
  - chains: {words: 60, split: {train: [0], test: [1]}, as: folds}
  - chains: {words: 60, split: {train: [0], test: [1]}, sizes: [2, 3], as: sized}
  - chains: {words: 60, split: {train: 20, partial: 5, labels: 0.5, test: 20}, as: drawn, oracle: lbp}
  - chains: {words: 60, split: {rotate: train-one}, as: turns}
learners:
  - $plain: {shift: 1, as: A}
  - $plain: {shift: [1, 2], as: B, decoders: [map, {icm: {as: other}}]}
tune: {fraction: 0.3}
curve: {first: 1, factor: 2}
seeds: %s
`
	for _, seeds := range []string{"3", "{split: 2, learner: 2, tune: 2}"} {
		planned := newPlan(t, t.TempDir(), fmt.Sprintf(text, seeds), plan.Options{})
		keys := map[string]string{}
		for _, f := range planned.Fits {
			identity := f.Identity()
			if f.Key != record.Key(identity) {
				t.Errorf(
					"%s: key %.8s, of its identity %.8s: %v", f, f.Key, record.Key(identity), identity,
				)
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
