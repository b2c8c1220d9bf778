package table

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
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
		"Columns are not tested against each other; decoders have inference of their own."}
	if !slices.Equal(table.Notes, want) {
		t.Errorf("notes %q, want %q", table.Notes, want)
	}
	exact := &Table{Datasets: []string{"a"}}
	exact.noteOracles(s)
	if len(exact.Notes) > 0 {
		t.Errorf("notes %q of exact oracles", exact.Notes)
	}
}

// Who was refitted under each oracle and asked none is said; who asked one, or did not end well, is not named.
func TestNoteUnasked(t *testing.T) {
	s := &suite.Suite{Datasets: []suite.Dataset{{Label: "a"}, {Label: "b", Oracle: &suite.Spec{Name: "lbp", Args: json.RawMessage(`{}`)}}}}
	nan := record.Number(notANumber)
	of := func(calls, marginals record.Number) []Effort {
		return []Effort{{Calls: 9, MAP: 9}, {Calls: calls, MAP: 0, Marginals: marginals}}
	}
	table := &Table{Datasets: []string{"a", "b"}, Rows: []Row{
		{Label: "PL", Effort: of(0, 0)}, {Label: "CRF", Effort: of(5, 5)}, {Label: "forests", Effort: of(5, 0)}, {Label: "failed", Effort: of(nan, nan)},
	}}
	table.noteOracles(s)
	want := "Asked no oracle for a maximum or a sum over all labelings, so that no approximate one made a difference: PL, forests."
	if len(table.Notes) != 2 || table.Notes[1] != want {
		t.Errorf("notes %q", table.Notes)
	}
	for dataset, want := range map[string]string{"a": "exact", "b": "lbp", "nowhere": ""} {
		if got := oracleOf(s, dataset); got != want {
			t.Errorf("oracle of %s: %q, want %q", dataset, got, want)
		}
	}
}
