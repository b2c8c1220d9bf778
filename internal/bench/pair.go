package bench

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
)

// A Side is a run as one of two that are compared.
type Side struct {
	Plan *Written
	Fits map[record.Place]*record.Fit // as they stand in its table
}

// A RowOf is a row of a run: an output of a fit, by its label.
type RowOf struct {
	Fit    *record.Fit
	Output string
}

// A Paired is one row as two builds, of its learner or of spbench, made it.
type Paired struct {
	Before, After RowOf
	// Differs names what is not the same of what made the two: [build], [harness] or [score]. None: the two
	// are of one build.
	Differs []string
}

// An Unpaired is a row that the other run has not.
type Unpaired struct {
	RowOf
	// Differs names the parts of the identity in which the fit in its place in the other run differs; none where
	// nothing is in that place, or it lacks the output alone.
	Differs []string
}

// Pair finds the rows that both runs have: those that are the same in all but what build of the learner and of spbench
// made them, whatever they are called. Of several rows of before that differ in their label alone the one
// with the label of after's is taken. Rows come in the order of fits.
func Pair(before, after *Side) (pairs []Paired, onlyBefore, onlyAfter []Unpaired) {
	bySlot, old := map[string][]*record.Fit{}, sortedFits(before.Fits)
	for _, f := range old {
		slot := f.Slot()
		bySlot[slot] = append(bySlot[slot], f)
	}
	used := map[RowOf]bool{}
	for _, f := range sortedFits(after.Fits) {
		same := bySlot[f.Slot()]
		if at := slices.IndexFunc(same, func(old *record.Fit) bool { return old.Label == f.Label }); at > 0 {
			same = same[at:]
		}
		for _, out := range after.outputs(f) {
			is := RowOf{f, out.Label}
			if len(same) == 0 {
				onlyAfter = append(onlyAfter, before.unpaired(is))
				continue
			}
			was := RowOf{same[0], ""}
			for _, old := range before.outputs(was.Fit) {
				if outputName(&old) == outputName(&out) {
					was.Output = old.Label
				}
			}
			if was.Output == "" {
				onlyAfter = append(onlyAfter, Unpaired{is, nil})
				continue
			}
			used[was] = true
			pairs = append(pairs, Paired{was, is, madeBy(was, is)})
		}
	}
	for _, f := range old {
		for _, out := range before.outputs(f) {
			if row := (RowOf{f, out.Label}); !used[row] {
				onlyBefore = append(onlyBefore, after.unpaired(row))
			}
		}
	}
	return pairs, onlyBefore, onlyAfter
}

// Measures reports whether any row was measured by the metric of the plan with that label, or there is no row.
func (s *Side) Measures(label string) bool {
	at := slices.IndexFunc(s.Plan.Suite.Metrics, func(m suite.Metric) bool { return m.Label == label })
	if at < 0 {
		return false
	}
	has := map[string]bool{} // by the list of a row; that of an older build is the plan's
	rows := 0
	for _, f := range s.Fits {
		for _, row := range f.Rows {
			rows++
			is, ok := has[string(row.Measures)]
			if !ok {
				is = row.Measures == nil || slices.Contains(listed(string(row.Measures)), compact(s.Plan.Suite.Metrics[at]))
				has[string(row.Measures)] = is
			}
			if is {
				return true
			}
		}
	}
	return rows == 0
}

// outputs returns the outputs that are planned of a fit.
func (s *Side) outputs(f *record.Fit) []suite.Output {
	for i := range s.Plan.Suite.Learners {
		if l := &s.Plan.Suite.Learners[i]; l.Label == f.Label {
			return l.Outputs
		}
	}
	return nil // of a plan that is not this
}

// unpaired is a row of another side, with what is in its place in this one.
func (s *Side) unpaired(row RowOf) Unpaired {
	u := Unpaired{RowOf: row}
	if f := s.Fits[row.Fit.Place()]; f != nil {
		for _, part := range differences(row.Fit.Identity, f.Identity) {
			if record.Side(part) == "" {
				u.Differs = append(u.Differs, part)
			}
		}
	}
	return u
}

// madeBy names what did not make both rows.
func madeBy(was, is RowOf) (parts []string) {
	for _, part := range differences(was.Fit.Identity, is.Fit.Identity) {
		if side := record.Side(part); side != "" && !slices.Contains(parts, side) {
			parts = append(parts, side)
		}
	}
	slices.Sort(parts)
	a, b := was.row(), is.row()
	if a == nil || b == nil || a.Score == b.Score || slices.Contains(parts, score) {
		return parts
	}
	for _, part := range differences(record.ScoredBy(a.Score), record.ScoredBy(b.Score)) {
		if !strings.HasPrefix(part, "predict:") { // the build of the learner
			return append(parts, score)
		}
	}
	return parts
}

// row returns the row itself; nil where the fit has none.
func (r RowOf) row() *record.Row {
	for i := range r.Fit.Rows {
		if r.Fit.Rows[i].Label == r.Output {
			return &r.Fit.Rows[i]
		}
	}
	return nil
}

// sortedFits returns fits by dataset, learner, split and seed.
func sortedFits(at map[record.Place]*record.Fit) []*record.Fit {
	return slices.SortedFunc(maps.Values(at), func(a, b *record.Fit) int {
		return cmp.Or(cmp.Compare(a.Dataset, b.Dataset), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Split, b.Split), a.Seed.Compare(b.Seed))
	})
}

// Earlier returns the fits of a run that others in their place, which are of other builds, stand before in its table.
func Earlier(fits []record.Fit, last map[record.Place]*record.Fit) (earlier []record.Fit) {
	for i := range fits {
		if now := last[fits[i].Place()]; now != nil && now.Key != fits[i].Key {
			earlier = append(earlier, fits[i])
		}
	}
	return earlier
}
