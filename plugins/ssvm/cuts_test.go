package ssvm

import (
	"context"
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// fitOnCuts returns the last checkpoint of a fit with careful solvers.
func fitOnCuts(t testing.TB, l *SSVM, in learner.Input) (last sp.Checkpoint) {
	t.Helper()
	err := l.Fit(context.Background(), onCuts(t, in), func(c sp.Checkpoint) error {
		last = c
		return nil
	})
	if !errors.Is(err, sp.ErrLimit) {
		t.Fatal(err)
	}
	return last
}
