package plan

import (
	"maps"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestIdentity: seeds of tuning count if there are trials.
func TestIdentity(t *testing.T) {
	seed := record.Seeds{Split: 1, Learner: 2, Tune: 3}
	untuned := &suite.Learner{}
	tuned := &suite.Learner{Candidates: make([]suite.Spec, 2)}
	of := func(l *suite.Learner, split int) *Fit {
		return &Fit{Seed: seed, Configuration: &Configuration{Learner: l, Split: split,
			Plan: &Plan{Suite: &suite.Suite{}}, identity: map[string]string{"data": "d"}}}
	}
	for _, c := range []struct {
		f    *Fit
		want map[string]string
	}{
		{of(untuned, 0), map[string]string{"seed": record.Seeds{Split: 1, Learner: 2, Tune: 1}.String()}},
		{of(tuned, 0), map[string]string{"seed": seed.String()}},
		{of(tuned, 1), map[string]string{"seed": seed.String(), "learner-seed": "1517793027"}},
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

// TestRowKey: a row is known by its fit, its decoder with arguments and shown labels, its metrics and
// the sources that score it.
func TestRowKey(t *testing.T) {
	d := &suite.Decoder{Spec: suite.Spec{Name: "map", Args: []byte(`{}`)}}
	sweeps := &suite.Decoder{Spec: suite.Spec{Name: "map", Args: []byte(`{"sweeps":2}`)}}
	half := &suite.Decoder{Spec: d.Spec, Reveal: suite.Reveal{Share: 0.5}}
	known := map[string]bool{}
	for _, key := range []string{rowKey("fit", d, "[]", "by"), rowKey("another", d, "[]", "by"),
		rowKey("fit", sweeps, "[]", "by"), rowKey("fit", half, "[]", "by"), rowKey("fit", d, `["m"]`, "by"),
		rowKey("fit", d, "[]", "others")} {
		if known[key] {
			t.Errorf("%s is the key of two rows", key)
		}
		known[key] = true
	}
	f := &Fit{Configuration: &Configuration{shared: &identityTexts{metrics: `["m"]`}}}
	row := &record.Row{Key: rowKey("fit", d, `["m"]`, "by"), Score: "by"}
	other := &record.Row{Key: row.Key, Score: "by", Measures: []byte(`[]`)}
	if !f.IsRow(row, "fit", d) || f.IsRow(row, "fit", half) || f.IsRow(other, "fit", d) {
		t.Error("a row is not recognised by its key")
	}
}
