package learnertest

import (
	"context"
	"slices"

	"github.com/spbench/spbench/harness/host"
)

// ExamineOn is Examine on the tasks of these names only.
func ExamineOn(ctx context.Context, source host.Source, o Options, names ...string) *Report {
	return examine(ctx, source, o, slices.DeleteFunc(tasks(), func(t *task) bool { return !slices.Contains(names, t.name) }))
}
