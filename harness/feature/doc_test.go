package feature_test

import (
	"testing"

	"github.com/spbench/spbench/harness/feature"
)

// TestOptionsAreDocumented: the schema of the map names and explains all of its options.
func TestOptionsAreDocumented(t *testing.T) {
	list := feature.Entries()[0].Params
	if len(list) != 5 {
		t.Errorf("%d options", len(list))
	}
	for _, p := range list {
		if p.Help == "" {
			t.Errorf("%s has no help", p.Name)
		}
	}
}
