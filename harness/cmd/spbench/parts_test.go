package main

import (
	"slices"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/spbench/spbench/internal/study"
)

// TestPartFlags: each part of a run can be asked for by its name.
func TestPartFlags(t *testing.T) {
	for _, part := range study.Names() {
		var o options
		parser, err := kong.New(&o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse([]string{"table", "--" + part}); err != nil {
			t.Errorf("table -%s: %v", part, err)
			continue
		}
		if got, err := o.Table.Parts.names("text"); err != nil || !slices.Equal(got, []string{part}) {
			t.Errorf("table -%s prints %v, %v", part, got, err)
		}
	}
}
