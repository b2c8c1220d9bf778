package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/wording"
)

// statusCommand prints the progress of a run.
type statusCommand struct {
	runFolder `embed:""`
}

func (c *statusCommand) Run(t *terminal, dir string) error {
	planned, fits, err := results.ReadFits(dir, t.warn, record.DropCurve)
	if err != nil {
		return err
	}
	done, outcomes, reasons := map[record.Place]*record.Fit{}, map[string]int{}, map[string]int{}
	for i := range fits {
		f := &fits[i]
		if old := done[f.Place()]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
			done[f.Place()] = f // the latest build
		}
	}
	for _, f := range done {
		outcomes[string(f.Outcome.Kind)]++
		if f.Outcome.Failed() {
			first, _, _ := strings.Cut(f.Outcome.Reason, "\n")
			reasons[wording.OneLine(f.Label+": "+string(f.Outcome.Kind)+": "+first)]++
		}
	}
	w := columns(t.out)
	counts := fmt.Sprintf("%d of %d done: %s", len(done),
		len(planned.Repeats)*len(planned.Suite.Learners), ordered.ByCount(outcomes, len(outcomes)))
	fmt.Fprintf(w, "run\t%s\nfits\t%s\n", dir, strings.TrimSuffix(counts, ": "))
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(w, "failed\t%d: %s\n", reasons[reason], reason)
	}
	return w.Flush()
}
