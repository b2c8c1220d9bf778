package learnertest

import (
	"context"
	"slices"

	"github.com/spbench/spbench/internal/host"
)

// ExamineOn is Examine on the tasks of these names only; unless heavy, without the
// checks that take a second each.
func ExamineOn(ctx context.Context, source host.Source, o Options, heavy bool, names ...string) *Report {
	once := light()
	if heavy {
		once = onceChecks
	}
	on := slices.DeleteFunc(tasks(), func(t *task) bool { return !slices.Contains(names, t.name) })
	return examine(ctx, source, o, once, on)
}

// ExamineSource is Examine of a learner that has been found.
func ExamineSource(ctx context.Context, source host.Source, o Options) *Report {
	return examine(ctx, source, o, onceChecks, tasks())
}
