package notes

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/table"
)

// TestUnseen: short notes name the labels without a training variable. Each dataset has one line.
func TestUnseen(t *testing.T) {
	tags, other := table.Entry{Planned: table.Planned{Dataset: "tags", Unseen: "Z (2)"}}, table.Entry{Planned: table.Planned{Dataset: "scenes"}}
	want := []string{"Labels that no training variable has, so that no row can learn them (number of their test variables): tags: Z (2)."}
	if have := said(&table.Table{Entries: []table.Entry{tags, tags, other}}, unseen); !slices.Equal(have, want) {
		t.Errorf("notes %q", have)
	}
	if have := said(&table.Table{Entries: []table.Entry{other}}, unseen); have != nil {
		t.Errorf("notes %q", have)
	}
}
