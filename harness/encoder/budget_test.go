package encoder

import (
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// A budget that ends before the learner's first step is refused: one of visits before any work, one
// of seconds when it ends. With a visit more the learner begins.
func TestBudgetOfPretraining(t *testing.T) {
	const n = 9
	for _, frozen := range []bool{false, true} {
		k := kinds[0]
		e := k.encoder()
		e.Frozen = frozen
		needed := int64(e.Pretraining) * n
		if frozen {
			needed *= folds
		}
		begin := func(budget sp.Budget, allowed int64) (visits int64, err error) {
			task := k.task(1, n)
			task.Budget = budget
			task.Visit = func() error {
				if visits == allowed {
					return sp.ErrBudget
				}
				visits++
				return nil
			}
			_, _, _, err = e.Begin(task, func(sp.Checkpoint) error { return nil }, true)
			return visits, err
		}
		if visits, err := begin(sp.Budget{Visits: needed + 1}, needed); err != nil || visits != needed {
			t.Errorf("frozen %v: %d visits, %v", frozen, visits, err)
		}
		visits, err := begin(sp.Budget{Visits: needed}, needed)
		if !errors.Is(err, errors.ErrUnsupported) || visits > 0 ||
			!strings.Contains(err.Error(), "before the learner's first step") {
			t.Errorf("frozen %v: %d visits, %v", frozen, visits, err)
		}
		if _, err = begin(sp.Budget{CPUSeconds: 1}, 5); !errors.Is(err, errors.ErrUnsupported) ||
			!strings.Contains(err.Error(), "after 5 of") {
			t.Errorf("frozen %v: %v", frozen, err)
		}
	}
}
