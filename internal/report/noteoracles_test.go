package report

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/spbench/spbench/internal/suite"
)

// Which columns have an approximate oracle is said once for each, of those that are shown.
func TestNoteOracles(t *testing.T) {
	lbp := func(args string) *suite.Spec { return &suite.Spec{Name: "lbp", Args: json.RawMessage(args)} }
	s := &suite.Suite{Datasets: []suite.Dataset{
		{Label: "a"}, {Label: "b", Oracle: lbp(`{}`)}, {Label: "c", Oracle: lbp(`{"sweeps":2}`)}, {Label: "d", Oracle: lbp(`{}`)}, {Label: "hidden", Oracle: lbp(`{"sweeps":9}`)},
	}}
	table := &Table{Datasets: []string{"a", "b", "c", "d"}}
	table.noteOracles(s)
	want := []string{`Learners were trained with approximate oracles, the same for all of a column: lbp on b and d; lbp {"sweeps":2} on c. ` +
		"Columns are not tested against each other; outputs have inference of their own."}
	if !slices.Equal(table.Notes, want) {
		t.Errorf("notes %q, want %q", table.Notes, want)
	}
	exact := &Table{Datasets: []string{"a"}}
	exact.noteOracles(s)
	exact.noteOracles(nil)
	if len(exact.Notes) > 0 {
		t.Errorf("notes %q of exact oracles", exact.Notes)
	}
}
