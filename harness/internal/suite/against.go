package suite

import "slices"

// against checks which learner the others are tested against.
func (r *reader) against(s *Suite, root *node) {
	if s.Against == "" {
		if n := len(s.Learners); n > maxPaired {
			r.fail(root.field("learners").at, "add against: LABEL to test all learners against one, or tune: {} to choose between candidates",
				"%d learners are too many: all pairs are tested up to %d learners", n, maxPaired)
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
		r.fail(root.find("against").at, hint(s.Against, "labels of learners", labels), "against: no learner has the label %s", quote(s.Against))
	}
}
