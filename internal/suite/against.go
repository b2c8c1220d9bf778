package suite

import "slices"

// against reads which learner the others are tested against.
func (r *reader) against(s *Suite, f field) {
	label := r.text(f)
	var labels []string
	for _, l := range s.Learners {
		if l.aa == nil {
			labels = append(labels, l.Label)
		}
	}
	if label != "" && len(labels) > 0 && !slices.Contains(labels, label) {
		r.fail(f.value.at, hint(label, "labels of learners", labels), "no learner to test the others against is called %s", quote(label))
	}
	s.Against = label
}
