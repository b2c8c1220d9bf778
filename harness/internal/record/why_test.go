package record_test

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
)

// The reasons of fits with other seeds are equal: no weights and no names of instances are left.
// They name the line to write.
func TestWhyNamesTheRemedy(t *testing.T) {
	for reason, want := range map[string]string{
		`oracle: no marginals of instance "b": structure: none`: "oracle: no marginals: structure: none",

		`learner "ssvm": fit: learner: fit: oracle: cut: edge 0 (0–1) is not submodular: its scores for agreement add to -0.00014, for disagreement to 0.0003: unsupported operation`: "oracle: cut: scores of edges are not submodular; write features: {linear: {pairs: potts}}, or oracle and decoder qpbo",
		`oracle: cut: edge 304 (154–184) is not submodular: its scores for agreement add to -5.9e-07, for disagreement to 0`:                                                          "oracle: cut: scores of edges are not submodular; write features: {linear: {pairs: potts}}, or oracle and decoder qpbo",
		`oracle: no marginals of instance "train:a (1)" (lbp work): width 16 or more needs a table: unsupported operation`:                                                            "oracle: no marginals (lbp work): width 16 or more needs a table; write oracle: lbp, or, for crf, objective: pseudolikelihood",
		`decoder map for instance x: oracle: no exact oracle for instance "b" (icm): width 9: unsupported operation, and edge 7 (1–2) closes a cycle: unsupported operation`:          "oracle: no exact oracle (icm): width 9; or write features: {linear: {pairs: potts}}",
		`needs labels`: "needs labels",
	} {
		if have := (record.Outcome{Kind: record.Skipped, Reason: reason}).Why(); have != want {
			t.Errorf("%q: %q, want %q", reason, have, want)
		}
	}
}
