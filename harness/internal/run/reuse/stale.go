package reuse

import (
	"cmp"
	"errors"
	"fmt"
	"go/version"
	"runtime"
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

// Stale counts stale fits.
type Stale struct {
	fits  map[string]int // by what has changed
	other *record.Fit    // the last by a learner from sources that another release of Go built
}

// Add counts f if the sources of old have changed.
func (s *Stale) Add(f *plan.Fit, old *record.Fit) {
	if what := Changed(f, old); what != "" {
		s.count(what, what == f.Learner.Name, old)
	}
}

// count counts old, of which a part has changed: the learner, or another one.
func (s *Stale) count(what string, learner bool, old *record.Fit) {
	if s.fits == nil {
		s.fits = map[string]int{}
	}
	s.fits[what]++
	was := version.Lang(old.Times.Go())
	if learner && was != "" && was != version.Lang(goNow) &&
		strings.HasPrefix(old.Identity[plan.Build], "source:") {
		s.other = old
	}
}

// goNow is the version of Go behind this program. A variable for tests.
var goNow = runtime.Version()

// None reports whether no fit is stale.
func (s *Stale) None() bool { return len(s.fits) == 0 }

// String lists the changes, with the number of fits for each.
func (s *Stale) String() string {
	var names []string
	for name, n := range s.fits {
		names = append(names, fmt.Sprintf("%s (%d fits)", name, n))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// Undecided returns an error: the stale fits of a run folder need a decision.
func (s *Stale) Undecided(dir string) error {
	why, check := "", ""
	if s.other != nil {
		why = fmt.Sprintf(" by %s: this is %s, and the hash of a learner has Go's version",
			s.other.Times.Go(), goNow)
		check = fmt.Sprintf("`spbench replay %s %.8s` makes one again and compares all bits; ",
			dir, s.other.Key)
	}
	return fmt.Errorf("%s: %w%s\nhint: %s-rerun fits them again, -keep keeps them, with a mark",
		s, ErrChanged, why, check)
}
