package plan

import (
	"maps"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestIdentity: seeds of tuning count if there are trials, and so does the fit that chooses for others.
func TestIdentity(t *testing.T) {
	seed := record.Seeds{Split: 1, Learner: 2, Tune: 3}
	untuned := &suite.Learner{}
	tuned := &suite.Learner{Candidates: make([]suite.Spec, 2)}
	chooser := &Fit{Key: "k"}
	of := func(l *suite.Learner, split int, first *Fit) *Fit {
		return &Fit{Seed: seed, Configuration: &Configuration{Learner: l, Split: split, first: first,
			Plan: &Plan{Suite: &suite.Suite{}}, identity: map[string]string{"data": "d"}}}
	}
	itself := of(tuned, 0, nil)
	itself.first = itself
	for _, c := range []struct {
		f    *Fit
		want map[string]string
	}{
		{of(untuned, 0, nil), map[string]string{"seed": record.Seeds{Split: 1, Learner: 2, Tune: 1}.String()}},
		{of(untuned, 0, chooser), map[string]string{"seed": record.Seeds{Split: 1, Learner: 2, Tune: 1}.String()}},
		{of(tuned, 0, nil), map[string]string{"seed": seed.String()}},
		{itself, map[string]string{"seed": seed.String()}},
		{of(tuned, 1, chooser), map[string]string{"seed": seed.String(), "choice": "k",
			"learner-seed": "1517793027"}},
	} {
		c.want["data"] = "d"
		if got := c.f.Identity(); !maps.Equal(got, c.want) {
			t.Errorf("%v, want %v", got, c.want)
		}
		if len(c.f.identity) != 1 {
			t.Errorf("the identity of all seeds has changed: %v", c.f.identity)
		}
	}
}
