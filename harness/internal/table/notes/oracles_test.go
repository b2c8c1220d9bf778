package notes

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

func lbp(args string) *suite.Spec { return &suite.Spec{Name: "lbp", Args: json.RawMessage(args)} }

// The note lists each approximate oracle of the shown columns once.
func TestOracles(t *testing.T) {
	s := &suite.Suite{Datasets: []suite.Dataset{
		{Label: "a"}, {Label: "b", Oracle: lbp(`{}`)}, {Label: "c", Oracle: lbp(`{"sweeps":2}`)},
		{Label: "d", Oracle: lbp(`{}`)}, {Label: "hidden", Oracle: lbp(`{"sweeps":9}`)},
	}}
	tab := &table.Table{Suite: s, Columns: []table.Column{
		{Dataset: "a", Oracle: "exact"}, {Dataset: "b", Oracle: "lbp"},
		{Dataset: "c", Oracle: `lbp {"sweeps":2}`}, {Dataset: "d", Oracle: "lbp"}}}
	want := []string{
		`Learners were trained with approximate oracles, the same for all learners of a column: lbp on b and d; lbp {"sweeps":2} on c. ` +
			"Columns are not tested against each other. Decoders use their own inference."}
	if got := said(tab, oracles); !slices.Equal(got, want) {
		t.Errorf("notes %v, want %v", got, want)
	}
	tab.Columns = tab.Columns[:1]
	if got := said(tab, oracles); len(got) > 0 {
		t.Errorf("notes %v of exact oracles", got)
	}
}
