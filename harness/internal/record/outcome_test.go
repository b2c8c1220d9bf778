package record

import "testing"

// TestWhy: the reason of a skipped fit has no wrappings. The reason of a failed fit keeps them.
func TestWhy(t *testing.T) {
	for _, c := range []struct {
		kind         OutcomeKind
		reason, want string
	}{
		{Skipped, `host: learner "s": fit: learner: fit: skeleton: no: unsupported operation`,
			"skeleton: no"},
		{Skipped, `host: learner "s": predict: learner: decoder "mpm" for instance "a": oracle: too wide: unsupported operation`, "oracle: too wide"},
		{Skipped, "no such decoder", "no such decoder"},
		{Crash, `host: learner "s": fit: learner: fit: skeleton: no: unsupported operation`,
			`host: learner "s": fit: learner: fit: skeleton: no: unsupported operation`},
	} {
		if have := (Outcome{c.kind, c.reason}).Why(); have != c.want {
			t.Errorf("%s, %s: %s, want %s", c.kind, c.reason, have, c.want)
		}
	}
}
