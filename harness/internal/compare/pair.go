package compare

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A rowOf is a row of a run: a decoder of a fit, by its label.
type rowOf struct {
	fit     *record.Fit
	decoder string
}

// A match is one row in both runs.
type match struct {
	before, after rowOf
	differs       []string // "build", "harness" or "score": parts that differ; none: one build made both
}

// pair finds the rows in both runs. Two rows match if they differ only in labels and in the builds
// of the learner and of spbench. If several rows of before differ only in their labels, the one
// with the label in after matches. Rows come in the order of fits.
func pair(before, after *Side) (pairs []match) {
	bySlot := map[string][]*record.Fit{}
	for _, f := range sortedFits(before.at) {
		slot := f.KeyWithoutSources()
		bySlot[slot] = append(bySlot[slot], f)
	}
	for _, f := range sortedFits(after.at) {
		same := bySlot[f.KeyWithoutSources()]
		if at := slices.IndexFunc(same,
			func(old *record.Fit) bool { return old.Label == f.Label }); at > 0 {
			same = same[at:]
		}
		if len(same) == 0 {
			continue
		}
		for _, out := range after.decoders(f) {
			for _, old := range before.decoders(same[0]) {
				if old.Name == out.Name && bytes.Equal(old.Args, out.Args) &&
					old.Reveal == out.Reveal {
					was, is := rowOf{same[0], old.Label}, rowOf{f, out.Label}
					pairs = append(pairs, match{was, is, madeBy(was, is)})
					break
				}
			}
		}
	}
	return pairs
}

// decoders returns the planned decoders of a fit.
func (s *Side) decoders(f *record.Fit) []suite.Decoder {
	for i := range s.Plan.Suite.Learners {
		if l := &s.Plan.Suite.Learners[i]; l.Label == f.Label {
			return l.Decoders
		}
	}
	return nil // the fit belongs to another plan
}

// madeBy lists the builds that differ between two rows: "build", "harness" or "score".
func madeBy(was, is rowOf) (parts []string) {
	for _, part := range plan.Differing(was.fit.Identity, is.fit.Identity) {
		if side := record.SourceOf(part); side != "" {
			parts = ordered.Add(parts, side)
		}
	}
	slices.Sort(parts)
	a, b := was.row(), is.row()
	if a == nil || b == nil || a.Score == b.Score {
		return parts
	}
	old, now := record.ParseScore(a.Score), record.ParseScore(b.Score)
	shared := 0 // parts of both; a row of an older build has one of its own
	for part := range old {
		if now[part] == "" { // such as a metric of one row alone
			continue
		}
		if shared++; now[part] != old[part] && !strings.HasPrefix(part, "predict:") { // the build of the learner
			return ordered.Add(parts, "score")
		}
	}
	if shared == 0 {
		parts = ordered.Add(parts, "score")
	}
	return parts
}

// row returns the recorded row; nil if the fit has none.
func (r rowOf) row() *record.Row {
	for i := range r.fit.Rows {
		if r.fit.Rows[i].Label == r.decoder {
			return &r.fit.Rows[i]
		}
	}
	return nil
}

// sortedFits returns fits by dataset, learner, split and seed.
func sortedFits(at map[record.Place]*record.Fit) []*record.Fit {
	return slices.SortedFunc(maps.Values(at), func(a, b *record.Fit) int {
		return cmp.Or(cmp.Compare(a.Dataset, b.Dataset), cmp.Compare(a.Label, b.Label),
			cmp.Compare(a.Split, b.Split), a.Seed.Compare(b.Seed))
	})
}
