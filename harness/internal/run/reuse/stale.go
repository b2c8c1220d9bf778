package reuse

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// ErrChanged says that a run folder has fits made by other sources of learners or of spbench.
var ErrChanged = errors.New("changed since these results were made")

// changedSources returns the parts of an identity with hashes of sources that differ between f and
// old. Those of a learner and of spbench as a whole come first.
func changedSources(f *plan.Fit, old *record.Fit) (parts []string) {
	if f.Key == old.Key {
		return nil
	}
	for _, part := range plan.Differing(old.Identity, f.WithoutSeeds()) {
		if record.SourceOf(part) != "" {
			parts = append(parts, part)
		}
	}
	slices.SortStableFunc(
		parts,
		func(a, b string) int { return cmp.Compare(strings.Count(a, ":"), strings.Count(b, ":")) },
	)
	return parts
}

// Changed names the sources that have changed since a fit was recorded; "" for none.
func Changed(f *plan.Fit, old *record.Fit) string {
	parts := changedSources(f, old)
	if len(parts) == 0 {
		return ""
	}
	switch part := parts[0]; {
	case part == plan.Build:
		return f.Learner.Name
	case part == plan.Harness:
		return "spbench"
	case part == plan.Score:
		return "spbench's scores, on which tuning or a curve rests"
	case record.SourceOf(part) == plan.Score:
		return strings.Replace(part, ":", " ", 1) + ", on which tuning or a curve rests"
	default:
		return strings.Replace(part, ":", " ", 1)
	}
}

// Mark returns the mark of a stale fit: the present hashes of the sources that have changed; nil if
// none has. Tables mark such fits.
func Mark(f *plan.Fit, old *record.Fit) map[string]string {
	if Changed(f, old) == "" {
		return nil
	}
	now := map[string]string{}
	for _, part := range changedSources(f, old) {
		now[part] = f.IdentityPart(part)
	}
	return now
}

// LostCurve reports whether old has lost the losses along its curve, as a fit that was kept while
// other sources scored it. The sources of f made old.
func LostCurve(f *plan.Fit, old *record.Fit) bool {
	if f.Key != old.Key || f.Plan.Suite.Curve == (suite.Curve{}) || len(old.Checkpoints) < 2 {
		return false
	}
	for part := range old.Kept {
		if record.SourceOf(part) == plan.Score {
			return true
		}
	}
	return false
}

// List lists what has changed, with the number of fits for each.
func List(changed map[string]int) string {
	var names []string
	for name, n := range changed {
		names = append(names, fmt.Sprintf("%s (%d fits)", name, n))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// Undecided returns the error that asks what to do with stale fits.
func Undecided(changed map[string]int) error {
	return fmt.Errorf(
		"%s: %w\nhint: -rerun fits them again, -keep keeps them, with a mark", List(changed), ErrChanged,
	)
}
