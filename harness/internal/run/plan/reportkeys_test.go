package plan

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestReportKeysAreNoPartOfFits: keys of a suite for its report change no fit and no row.
func TestReportKeysAreNoPartOfFits(t *testing.T) {
	keys := func(change func(*suite.Suite)) [2]string {
		s := &suite.Suite{
			Learners: []suite.Learner{
				{
					Spec:     suite.Spec{Name: "crf", Args: []byte("{}")},
					Label:    "CRF",
					Decoders: []suite.Decoder{{Spec: suite.Spec{Name: "map"}}},
				},
			},
			Metrics: []suite.Metric{{Spec: suite.Spec{Name: "hamming"}}},
		}
		change(s)
		p := &Plan{
			Suite:    s,
			Learners: map[string]*Learner{"crf": {Source: find.Source{Identity: "build"}}},
		}
		d := &Dataset{Spec: &suite.Dataset{Label: "words"}, Data: &data.Dataset{Hash: "content"}}
		f := newConfiguration(
			p, d, 0, &Split{}, &s.Learners[0], newIdentityTexts(p, d),
		).fit(record.Seed(1))
		return [2]string{f.Key, f.RowKey(f.Key, &s.Learners[0].Decoders[0])}
	}
	plain := keys(func(*suite.Suite) {})
	for name, change := range map[string]func(*suite.Suite){
		"rope":      func(s *suite.Suite) { s.Rope = 0.5 },
		"against":   func(s *suite.Suite) { s.Against = "CRF" },
		"reference": func(s *suite.Suite) { s.Reference = "CRF" },
		"about":     func(s *suite.Suite) { s.About = "Another caption." },
	} {
		if got := keys(change); got != plain {
			t.Errorf("%s: another key of the fit or the row: %v, not %v", name, got, plain)
		}
	}
	if got := keys(func(s *suite.Suite) { s.Budget.Passes = 5 }); got[0] == plain[0] {
		t.Error("the budget is no part of the key")
	}
}
