package table

import (
	"encoding/json"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
)

func TestOracleOf(t *testing.T) {
	s := &suite.Suite{Datasets: []suite.Dataset{{Label: "a"},
		{Label: "b", Oracle: &suite.Spec{Name: "lbp", Args: json.RawMessage(`{}`)}}}}
	for dataset, want := range map[string]string{"a": "exact", "b": "lbp", "nowhere": ""} {
		if got := oracleOf(s, dataset); got != want {
			t.Errorf("oracle of %s: %q, want %q", dataset, got, want)
		}
	}
}
