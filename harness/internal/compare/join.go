package compare

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/jpeg"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// A Side is one of two runs to compare, or the fits of earlier builds in a run.
type Side struct {
	Dir  string
	Plan *plan.File
	Fits []record.Fit // all

	at map[record.Place]*record.Fit // as they stand in its table
}

// NewSide returns the run in dir as a side.
func NewSide(dir string, planned *plan.File, fits []record.Fit) *Side {
	at, _ := record.Current(fits)
	return &Side{dir, planned, fits, at}
}

// Earlier returns the fits of earlier builds in the run, as a side.
func (s *Side) Earlier() (*Side, error) {
	var old []record.Fit
	for i := range s.Fits {
		if now := s.at[s.Fits[i].Place()]; now != nil && now.Key != s.Fits[i].Key {
			old = append(old, s.Fits[i])
		}
	}
	if len(old) == 0 {
		return nil,
			fmt.Errorf("%s has no fits of an earlier build: name the run folder that has them, or edit a learner and run the suite with -rerun", s.Dir)
	}
	return NewSide(s.Dir, s.Plan, old), nil
}

// sorted returns the current fits by dataset, learner, split and seed.
func (s *Side) sorted() []*record.Fit {
	return slices.SortedFunc(maps.Values(s.at), func(a, b *record.Fit) int {
		return cmp.Or(cmp.Compare(a.Dataset, b.Dataset), cmp.Compare(a.Label, b.Label),
			cmp.Compare(a.Split, b.Split), a.Seed.Compare(b.Seed))
	})
}

// decoders returns the planned decoders of a fit.
func (s *Side) decoders(f *record.Fit) []suite.Decoder {
	for _, l := range s.Plan.Suite.Learners {
		if l.Label == f.Label {
			return l.Decoders
		}
	}
	return nil // the fit belongs to another plan
}

// Beside returns the plan and the fits of run after, with the rows of run before as LABEL (before).
// Two rows are the same if they differ only in labels and in the builds of the learner and of
// spbench. If fits of before differ only in their labels, the label in after decides. Rows made by
// the same build in both runs occur once.
func Beside(before, after *Side) (planned *plan.File, fits []record.Fit, warnings []string,
	err error) {
	for _, m := range after.Plan.Suite.AllMetrics() {
		for _, old := range before.Plan.Suite.AllMetrics() {
			if old.Label == m.Label && (old.Name != m.Name || !bytes.Equal(old.Args, m.Args)) {
				return nil, nil, nil, fmt.Errorf("the metric %s is not the same in %s and in %s",
					m.Label, before.Dir, after.Dir)
			}
		}
	}
	bySlot := map[string][]*record.Fit{}
	for _, f := range before.sorted() {
		slot := f.KeyWithoutSources()
		bySlot[slot] = append(bySlot[slot], f)
	}

	fits, learners, rescored := slices.Clone(after.Fits), map[string]bool{}, 0
	for _, is := range after.sorted() {
		same := bySlot[is.KeyWithoutSources()]
		if len(same) == 0 {
			continue
		}
		was := same[max(0, slices.IndexFunc(same,
			func(old *record.Fit) bool { return old.Label == is.Label }))]
		copied := *was
		copied.Dataset, copied.Label, copied.Split, copied.Seed = is.Dataset, table.Before(is.Label),
			is.Split, is.Seed
		copied.Rows = nil
		differs := false
		for _, pair := range sameDecoders(before.decoders(was), after.decoders(is)) {
			old, now := row(was, pair[0]), row(is, pair[1])
			switch build, score := madeBy(was, is, old, now); {
			case score:
				rescored++
			case build:
				if differs = true; old != nil {
					copied.Rows = append(copied.Rows, *old)
					copied.Rows[len(copied.Rows)-1].Label = pair[1]
				}
			}
		}
		if differs {
			fits, learners[is.Label] = append(fits, copied), true
		}
	}

	if rescored > 0 {
		warnings = append(warnings, fmt.Sprintf("%d rows of %s were scored by a different spbench and are "+
			"left out: run their suite again to score them without refitting", rescored, before.Dir))
	}
	for _, label := range slices.Sorted(maps.Keys(after.Plan.Data)) {
		if was := before.Plan.Data[label]; was != "" && was != after.Plan.Data[label] {
			warnings = append(warnings, fmt.Sprintf("%s has another content of dataset %s, and is left "+
				"out on it: its files or its decoder differ (now %s)", before.Dir, label, jpeg.Version))
		}
	}
	if len(learners) == 0 {
		warnings = append(warnings,
			fmt.Sprintf("no fit in %s has a different build: the table is that of %s alone",
				before.Dir, after.Dir))
	}
	return withEarlier(after.Plan, learners), fits, warnings, nil
}

// sameDecoders returns the labels of the decoders in both lists.
func sameDecoders(before, after []suite.Decoder) (pairs [][2]string) {
	for _, d := range after {
		at := slices.IndexFunc(before, func(old suite.Decoder) bool {
			return old.Name == d.Name && bytes.Equal(old.Args, d.Args) && old.Reveal == d.Reveal
		})
		if at >= 0 {
			pairs = append(pairs, [2]string{before[at].Label, d.Label})
		}
	}
	return pairs
}

// row returns the recorded row of a decoder; nil if the fit has none.
func row(f *record.Fit, decoder string) *record.Row {
	i := slices.IndexFunc(f.Rows, func(r record.Row) bool { return r.Label == decoder })
	if i < 0 {
		return nil
	}
	return &f.Rows[i]
}

// madeBy reports whether different builds of the learner or of spbench made two fits, and whether
// different sources scored their rows.
func madeBy(was, is *record.Fit, old, now *record.Row) (build, score bool) {
	for _, part := range plan.Differing(was.Identity, is.Identity) {
		source := record.SourceOf(part)
		build, score = build || source == "build" || source == "harness", score || source == "score"
	}
	if old == nil || now == nil || old.Score == now.Score {
		return build, score
	}
	parts, common := record.ParseScore(now.Score), false
	for part, hash := range record.ParseScore(old.Score) {
		if parts[part] == "" { // such as a metric of one row alone
			continue
		}
		common = true
		if !strings.HasPrefix(part, "predict:") { // the build of the learner
			score = score || parts[part] != hash
		}
	}
	return build, score || !common // a row of an older build has one part of its own
}

// withEarlier returns the plan with the earlier build of each of these learners after it.
func withEarlier(planned *plan.File, learners map[string]bool) *plan.File {
	both, s := *planned, *planned.Suite
	s.Learners = nil
	for _, l := range planned.Suite.Learners {
		s.Learners = append(s.Learners, l)
		if learners[l.Label] {
			l.Label = table.Before(l.Label)
			s.Learners = append(s.Learners, l)
		}
	}
	both.Suite = &s
	return &both
}
