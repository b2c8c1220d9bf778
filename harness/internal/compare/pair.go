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
	differs       []string // as of [Paired]
}

// An unmatched is a row in only one run.
type unmatched struct {
	rowOf
	// differs lists the parts of the identity that differ in the other run; none if the other run
	// has no such fit, or has the fit without the decoder.
	differs []string
}

// pair finds the rows in both runs. Two rows match if they differ only in labels and in the builds
// of the learner and of spbench. If several rows of before differ only in their labels, the one
// with the label in after matches. Rows come in the order of fits.
func pair(before, after *Side) (pairs []match, onlyBefore, onlyAfter []unmatched) {
	bySlot, old := map[string][]*record.Fit{}, sortedFits(before.at)
	for _, f := range old {
		slot := f.KeyWithoutSources()
		bySlot[slot] = append(bySlot[slot], f)
	}
	used := map[rowOf]bool{}
	for _, f := range sortedFits(after.at) {
		same := bySlot[f.KeyWithoutSources()]
		if at := slices.IndexFunc(same,
			func(old *record.Fit) bool { return old.Label == f.Label }); at > 0 {
			same = same[at:]
		}
		for _, out := range after.decoders(f) {
			is := rowOf{f, out.Label}
			if len(same) == 0 {
				onlyAfter = append(onlyAfter, before.unpaired(is))
				continue
			}
			was := rowOf{same[0], ""}
			for _, old := range before.decoders(was.fit) {
				if old.Name == out.Name && bytes.Equal(old.Args, out.Args) &&
					old.Reveal == out.Reveal {
					was.decoder = old.Label
				}
			}
			if was.decoder == "" {
				onlyAfter = append(onlyAfter, unmatched{is, nil})
				continue
			}
			used[was] = true
			pairs = append(pairs, match{was, is, madeBy(was, is)})
		}
	}
	for _, f := range old {
		for _, out := range before.decoders(f) {
			if row := (rowOf{f, out.Label}); !used[row] {
				onlyBefore = append(onlyBefore, after.unpaired(row))
			}
		}
	}
	return pairs, onlyBefore, onlyAfter
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

// unpaired returns a row of the other side, with its differences from the fit in the same place
// here.
func (s *Side) unpaired(row rowOf) unmatched {
	u := unmatched{rowOf: row}
	if f := s.at[row.fit.Place()]; f != nil {
		for _, part := range plan.Differing(row.fit.Identity, f.Identity) {
			if record.SourceOf(part) == "" {
				u.differs = append(u.differs, part)
			}
		}
	}
	return u
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
