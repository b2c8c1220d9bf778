package suite

import (
	"encoding/json"
	"slices"
)

// maxSeeds bounds the seeds of a suite, and the combinations of those by source.
const maxSeeds = 10_000

// Seeds are the numbers that fits draw from: either each of All draws all that is drawn, or each source has seeds
// of its own, and all combinations are fitted.
type Seeds struct {
	All []uint64 `json:"-" short:"only" of:"seed" range:"[1,inf)" upto:"[1,10000]" distinct:"yes"` // nil where each source has its own

	Split   []uint64 `json:"split" of:"seed" range:"[1,inf)" upto:"[1,10000]" distinct:"yes" default:"[1]" help:"seeds, how many or a list, of which instances are learned from and tested on, and which labels are hidden or shown"`
	Learner []uint64 `json:"learner" of:"seed" range:"[1,inf)" upto:"[1,10000]" distinct:"yes" default:"[1]" help:"seeds, how many or a list, of what learners and decoders draw"`
	Tune    []uint64 `json:"tune" of:"seed" range:"[1,inf)" upto:"[1,10000]" distinct:"yes" default:"[1]" help:"seeds, how many or a list, of which part of the training set validates"`

	SplitPos, TunePos Pos `json:"-"` // where these two are named
}

// BySource reports whether each source has seeds of its own.
func (s *Seeds) BySource() bool { return s.All == nil }

// Count returns how many combinations there are.
func (s *Seeds) Count() int { return len(s.All) + len(s.Split)*len(s.Learner)*len(s.Tune) }

// plainSeeds are written as an object.
type plainSeeds Seeds

// MarshalJSON writes a list, or an object by source.
func (s Seeds) MarshalJSON() ([]byte, error) {
	if s.BySource() {
		return json.Marshal(plainSeeds(s))
	}
	return json.Marshal(s.All)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Seeds) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '{' {
		return json.Unmarshal(text, (*plainSeeds)(s))
	}
	return json.Unmarshal(text, &s.All)
}

func (s *Seeds) check(r *reader, f field) {
	s.SplitPos = f.Value.At
	if x := f.Value.Field("split"); x != nil {
		s.SplitPos = x.At
	}
	if x := f.Value.Field("tune"); x != nil {
		s.TunePos = x.At
	}
	if n := s.Count(); n > maxSeeds {
		r.Fail(f.Value.At, "", "%d combinations of seeds, the maximum is %d", n, maxSeeds)
	}
}

// checkTuneSeeds reports tuning seeds in a suite where nothing is tuned.
func checkTuneSeeds(r *reader, s *Suite) {
	tuned := func(l Learner) bool {
		return len(l.Candidates) > 1 || slices.ContainsFunc(l.Exceptions, func(e Exception) bool { return len(e.Candidates) > 1 })
	}
	if len(s.Seeds.Tune) > 1 && !slices.ContainsFunc(s.Learners, tuned) {
		r.Fail(s.Seeds.TunePos, "leave them out, or tune a learner: tune: {fraction: 0.2}, and a list of values",
			"%d tune seeds have no effect: no learner is tuned", len(s.Seeds.Tune))
	}
}
