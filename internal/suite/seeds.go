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
	All []uint64 // nil where each source has its own

	Split   []uint64 // which instances are learned from and tested on, which labels are hidden or shown
	Learner []uint64 // what learners and decoders draw
	Tune    []uint64 // which part of the training set validates

	SplitPos, TunePos Pos // where these two are named
}

// BySource reports whether each source has seeds of its own.
func (s *Seeds) BySource() bool { return s.All == nil }

// Count returns how many combinations there are.
func (s *Seeds) Count() int { return len(s.All) + len(s.Split)*len(s.Learner)*len(s.Tune) }

// bySource is how seeds that have a source each are written as JSON; the others are a list.
type bySource struct {
	Split   []uint64 `json:"split"`
	Learner []uint64 `json:"learner"`
	Tune    []uint64 `json:"tune"`
}

// MarshalJSON writes a list, or an object by source.
func (s Seeds) MarshalJSON() ([]byte, error) {
	if s.BySource() {
		return json.Marshal(bySource{s.Split, s.Learner, s.Tune})
	}
	return json.Marshal(s.All)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Seeds) UnmarshalJSON(text []byte) error {
	if len(text) == 0 || text[0] != '{' {
		return json.Unmarshal(text, &s.All)
	}
	var by bySource
	if err := json.Unmarshal(text, &by); err != nil {
		return err
	}
	s.Split, s.Learner, s.Tune = by.Split, by.Learner, by.Tune
	return nil
}

var seedKeys = []string{"split", "learner", "tune"}

// seeds reads a number or a list of seeds, or one of each source.
func (r *reader) seeds(f field) Seeds {
	if f.value.kind != mapping {
		return Seeds{All: r.seedList(f.value, "seeds", "seeds")}
	}
	one := []uint64{1}
	s := Seeds{Split: one, Learner: one, Tune: one, SplitPos: f.value.at}
	before := len(r.errs)
	for _, f := range r.fields(f.value, "seeds", seedKeys) {
		list := r.seedList(f.value, f.name, f.name+" seeds")
		switch f.name {
		case "split":
			s.Split, s.SplitPos = list, f.at
		case "learner":
			s.Learner = list
		case "tune":
			s.Tune, s.TunePos = list, f.at
		}
	}
	if n := s.Count(); len(r.errs) == before && n > maxSeeds {
		r.fail(f.value.at, "", "%d combinations of seeds, at most %d are possible", n, maxSeeds)
	}
	return s
}

// seedList reads how many seeds, or a list of them, of a key.
func (r *reader) seedList(v *node, key, what string) (seeds []uint64) {
	if v.kind != list {
		n := r.seed(v, what)
		if n > maxSeeds {
			r.fail(v.at, "to use one seed of your choice write "+key+": ["+v.text+"]", "%d %s, at most %d are possible", n, what, maxSeeds)
			return nil
		}
		for i := range n {
			seeds = append(seeds, i+1)
		}
		return seeds
	}
	if len(v.items) == 0 {
		r.fail(v.at, "", "the list of %s is empty", what)
	}
	for _, item := range v.items {
		s := r.seed(item, "a seed")
		if s > 0 && slices.Contains(seeds, s) {
			r.fail(item.at, "", "seed %d is here twice", s)
		}
		seeds = append(seeds, s)
	}
	return seeds
}

func (r *reader) seed(v *node, what string) uint64 {
	switch {
	case v.kind != number || !whole(v.number):
		r.wrong(v, what, "a whole number")
	case v.number < 1:
		r.fail(v.at, "", "%s is %s, must be at least 1", what, v.text)
	default:
		return uint64(v.number)
	}
	return 0
}

// validates reports tuning seeds in a suite where nothing is tuned.
func (r *reader) validates(s *Suite) {
	tuned := func(l Learner) bool {
		return len(l.Candidates) > 1 || slices.ContainsFunc(l.Exceptions, func(e Exception) bool { return len(e.Candidates) > 1 })
	}
	if len(s.Seeds.Tune) > 1 && !slices.ContainsFunc(s.Learners, tuned) {
		r.fail(s.Seeds.TunePos, "leave it out, or let a learner be tuned: tune: {fraction: 0.2}, and a list of values",
			"%d tune seeds, but no learner is tuned: they would draw nothing", len(s.Seeds.Tune))
	}
}
