package notes

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/table"
)

// The note names the groups of each dataset once, and how many of them were trained on, if any.
func TestGroups(t *testing.T) {
	for learned, want := range map[int]string{
		0: "± and tests count a group as one instance: a (word), c (group).",
		1: "± and tests count a group as one instance: a (word, 1 of 3 trained on), c (group).",
	} {
		a := table.Entry{Planned: table.Planned{Dataset: "a", TestGroups: 3, GroupName: "word", LearnedGroups: learned}}
		tab := &table.Table{Entries: []table.Entry{a, a, {Planned: table.Planned{Dataset: "b"}}, {Planned: table.Planned{Dataset: "c", TestGroups: 2}}}}
		if got := said(tab, groups); !slices.Equal(got, []string{want}) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
