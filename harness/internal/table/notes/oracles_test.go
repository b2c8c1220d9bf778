package notes

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
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
	want := note("%s",
		`Learners were trained with approximate oracles, the same for all learners of a column: lbp on b and d; lbp {"sweeps":2} on c. `+
			"Columns are not tested against each other. Decoders use their own inference.")
	if got := oracles(tab); !slices.Equal(got, want) {
		t.Errorf("notes %v, want %v", got, want)
	}
	tab.Columns = tab.Columns[:1]
	if got := oracles(tab); len(got) > 0 {
		t.Errorf("notes %v of exact oracles", got)
	}
}

// The note lists learners without oracle calls. Learners that called one or failed are not listed.
func TestUncalledOracles(t *testing.T) {
	nan := record.Number(math.NaN())
	of := func(calls, marginals record.Number) []table.Effort {
		return []table.Effort{{Calls: 9, MAP: 9}, {Calls: calls, MAP: 0, Marginals: marginals}}
	}
	tab := &table.Table{Suite: &suite.Suite{Datasets: []suite.Dataset{{Label: "a"},
		{Label: "b", Oracle: lbp(`{}`)}}},
		Datasets: []string{"a", "b"}, Rows: []table.Row{
			{Label: "PL", Effort: of(0, 0)}, {Label: "CRF", Effort: of(5, 5)},
			{Label: "forests", Effort: of(5, 0)}, {Label: "failed", Effort: of(nan, nan)},
		}}
	want := note("Not affected by the approximation, because they called no oracle for a maximum or a sum over all labelings: PL, forests.")
	if got := uncalledOracles(tab); !slices.Equal(got, want) {
		t.Errorf("notes %v, want %v", got, want)
	}
}
