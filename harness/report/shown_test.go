package report

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/suite"
)

func TestShownLabelsAreNoted(t *testing.T) {
	outputs := []suite.Output{
		{Label: "map"}, {Label: "in parts", Reveal: suite.Reveal{Parts: 3}}, {Label: "half", Reveal: suite.Reveal{Share: 0.5}},
	}
	var table Table
	table.noteShown(&suite.Suite{Learners: []suite.Learner{{Outputs: outputs}, {Outputs: outputs}}})
	want := "shown to, and not scored in: in parts (all but each of 3 parts in turn), half (50 %)."
	if len(table.Notes) != 1 || !strings.Contains(table.Notes[0], want) {
		t.Errorf("notes %q, want one with %q", table.Notes, want)
	}
	table.Notes = nil
	table.noteShown(&suite.Suite{Learners: []suite.Learner{{Outputs: outputs[:1]}}})
	if len(table.Notes) != 0 {
		t.Errorf("notes %q where nothing is shown", table.Notes)
	}
}
