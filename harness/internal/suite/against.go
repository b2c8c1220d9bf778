package suite

import "slices"

// against checks which learner the others are tested against.
func (r *reader) against(s *Suite, root *node) {
	if s.Against == "" {
		if n := len(s.Learners); n > maxPaired {
			r.fail(root.field("learners").at, "name one with against: LABEL that all are tested against, or let candidates be chosen from with tune: {}",
				"%d learners: of more than %d not all pairs can be tested", n, maxPaired)
		}
		return
	}
	var labels []string
	for _, l := range s.Learners {
		if l.aa == nil {
			labels = append(labels, l.Label)
		}
	}
	if !slices.Contains(labels, s.Against) {
		r.fail(root.find("against").at, hint(s.Against, "labels of learners", labels), "no learner to test the others against is called %s", quote(s.Against))
	}
}
