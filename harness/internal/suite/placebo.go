package suite

import (
	"bytes"
	"slices"
)

// placebos finds the row that each placebo repeats, and gives it that one's decoders.
func (r *reader) placebos(s *Suite) {
	number := map[string]int{} // of placebos, by the row they repeat
	for i := range s.Learners {
		l := &s.Learners[i]
		if l.aa == nil {
			continue
		}
		at := slices.IndexFunc(s.Learners[:i], func(other Learner) bool { return other.aa == nil && other.Equals(l) })
		switch {
		case at < 0:
			r.fail(*l.aa, "put the repeated row before this one", "aa: no earlier row has the learner and parameters of %s", quote(l.Label))
			continue
		case l.ownDecoders:
			r.fail(*l.aa, "leave out decoders", "a placebo has the decoders of the repeated row")
			continue
		}
		of := &s.Learners[at]
		number[of.Label]++
		l.Placebo = &Placebo{Of: of.Label, Number: number[of.Label]}
		l.Decoders, l.ownDecoders = of.Decoders, of.ownDecoders
	}
}

// Equals reports whether two rows are of one learner with the same parameters, or the same
// candidates to choose them from, on all datasets.
func (l *Learner) Equals(other *Learner) bool {
	same := func(a, b Exception) bool { return a.Dataset == b.Dataset && bytes.Equal(a.Args, b.Args) }
	return l.Name == other.Name && bytes.Equal(l.Args, other.Args) && slices.EqualFunc(l.Exceptions, other.Exceptions, same)
}
