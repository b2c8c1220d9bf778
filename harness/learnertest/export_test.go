package learnertest

import (
	"context"

	"github.com/spbench/spbench/harness/internal/host/find"
)

// ExamineOn is Examine on the tasks of these names; unless heavy, without the checks that take a
// second each.
func ExamineOn(ctx context.Context, source find.Source, o Options, heavy bool,
	names ...string) *Report {
	once := light()
	if heavy {
		once = onceChecks
	}
	return examine(ctx, source, o, once, only(names...))
}

// ExamineSource is Examine for a learner that was already found.
func ExamineSource(ctx context.Context, source find.Source, o Options) *Report {
	return examine(ctx, source, o, onceChecks, tasks())
}
