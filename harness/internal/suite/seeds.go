package suite

import (
	"encoding/json"
	"slices"
)

// maxSeeds bounds the number of seeds, and of their combinations.
const maxSeeds = 10_000

// Seeds are the seeds of fits. Either each seed in All is used for all purposes, or each purpose
// has its own seeds and all combinations are fitted.
type Seeds struct {
	All []uint64 `json:"-" short:"only" of:"seed" range:"[1,inf)" upto:"[1,10000]" distinct:"yes"` // nil where each source has its own

	Split   []uint64 `json:"split" of:"seed" range:"[1,inf)" upto:"[1,10000]" distinct:"yes" default:"[1]" help:"seeds of splits, and of hidden and shown labels, how many or a list"`
	Learner []uint64 `json:"learner" of:"seed" range:"[1,inf)" upto:"[1,10000]" distinct:"yes" default:"[1]" help:"seeds of learners and decoders, how many or a list"`
	Tune    []uint64 `json:"tune" of:"seed" range:"[1,inf)" upto:"[1,10000]" distinct:"yes" default:"[1]" help:"seeds of the validation part of the training set, how many or a list"`
	Same    bool     `json:"same,omitempty" help:"give a learner the same seed on every split; by default its seeds differ by split"`

	SplitPos, TunePos Pos `json:"-"` // where these two are named
}

// BySource reports whether each purpose has its own seeds.
func (s *Seeds) BySource() bool { return s.All == nil }

// Count returns the number of combinations.
func (s *Seeds) Count() int { return len(s.All) + len(s.Split)*len(s.Learner)*len(s.Tune) }

// plainSeeds are Seeds as a JSON object.
type plainSeeds Seeds

// MarshalJSON writes a list, or an object by purpose.
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

// checkTuneSeeds reports tuning seeds in a suite whose tuning draws nothing.
func checkTuneSeeds(r *reader, s *Suite) {
	tuned := func(l Learner) bool {
		return len(l.Candidates) > 1 || slices.ContainsFunc(l.Exceptions,
			func(e Exception) bool { return len(e.Candidates) > 1 })
	}
	if drawn := s.Tune == nil || s.Tune.On == ""; len(s.Seeds.Tune) > 1 &&
		!(drawn && slices.ContainsFunc(s.Learners, tuned)) {
		r.Fail(s.Seeds.TunePos,
			"leave them out, or tune a learner: tune: {fraction: 0.2}, and a list of values",
			"%d tune seeds have no effect: no choice depends on them", len(s.Seeds.Tune))
	}
}
