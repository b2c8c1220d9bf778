package notes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// changedData warns of datasets that differ from the published ones, once for each reason.
func changedData(t *table.Table) (all []Note) {
	var datasets ordered.Groups[string] // by warning
	for _, c := range t.Columns {
		for _, w := range c.DataWarnings {
			datasets.Add(wording.OneLine(w), c.Dataset)
		}
	}
	for w, where := range datasets.All() {
		all = append(all, note("Warning (data of %s): %s.", strings.Join(where, ", "),
			strings.TrimSuffix(w, "."))...)
	}
	return all
}

// Kinds of warnings of fits, by words that they contain. unknown is the kind of all others.
const (
	atEdge      = "at the edge of the values"
	unaudited   = "not audited"
	byName      = "approximate decoder " // any reader sees the decoder's name
	approximate = "approximate "
	unknown     = ""
)

// warnings lists each warning of a kind once, with its learners, and the number of fits unless all
// of theirs have it. Warnings that differ only in numbers are merged.
func warnings(kind string) func(t *table.Table) []Note {
	return func(t *table.Table) (all []Note) {
		with := map[string][]*table.Entry{} // by warning
		var texts []string
		fits := distinctFits(t)
		for _, e := range fits {
			for _, w := range e.Warnings {
				if kindOf(w) == kind {
					texts, with[w] = ordered.Add(texts, w), append(with[w], e)
				}
			}
		}
		merged, members := wording.MergeNumbers(texts)
		for i, w := range merged {
			var labels []string
			warned := map[*table.Entry]bool{}
			for _, m := range members[i] {
				for _, e := range with[texts[m]] {
					labels, warned[e] = ordered.Add(labels, e.Label), true
				}
			}
			n := 0
			for _, e := range fits {
				if slices.Contains(labels, e.Label) {
					n++
				}
			}
			who := strings.Join(labels, ", ")
			if len(warned) < n {
				who += fmt.Sprintf(", %d of %d fits", len(warned), n)
			}
			all = append(all, note("Warning (%s): %s.", who,
				strings.TrimSuffix(wording.OneLine(w), "."))...)
		}
		return all
	}
}

// kindOf returns the kind of a warning.
func kindOf(warning string) string {
	for _, kind := range []string{atEdge, unaudited, byName, approximate} {
		if strings.Contains(warning, kind) {
			return kind
		}
	}
	return unknown
}
