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
	oneLabel    = "one label by"
	unaudited   = "not audited"
	byName      = "approximate decoder " // any reader sees the decoder's name
	approximate = "approximate "
	unscaled    = "no temperature: "
	unknown     = ""
)

// warnings lists each warning of a kind once, with its learners, and the number of fits unless all
// of theirs have it. Warnings that differ only in numbers are merged.
func warnings(kind string) func(t *table.Table) []Note {
	return func(t *table.Table) (all []Note) {
		texts, fits := warned(t, kind)
		merged, members := wording.MergeNumbers(texts)
		for i, w := range merged {
			var of []*table.Entry
			for _, m := range members[i] {
				of = append(of, fits[m]...)
			}
			all = append(all, note("Warning (%s): %s.",
				who(t, of, func(labels []string) string { return strings.Join(labels, ", ") }),
				strings.TrimSuffix(wording.OneLine(w), "."))...)
		}
		return all
	}
}

// temperatures names the learners without a temperature, once for each use of their scores.
func temperatures(t *table.Table) (all []Note) {
	var decoders ordered.Groups[string] // by use
	fits := map[string][]*table.Entry{}
	texts, of := warned(t, unscaled)
	for i, w := range texts {
		decoder, use, _ := strings.Cut(strings.TrimPrefix(w, unscaled), " ")
		decoders.Add(use, decoder)
		fits[use] = append(fits[use], of[i]...)
	}
	for use, names := range decoders.All() {
		learners := who(t, fits[use], wording.And)
		if len(names) > 1 {
			use = strings.Replace(use, "takes", "take", 1)
		}
		all = append(all, note("Warning (%s): %s%s %s.", learners, unscaled, wording.And(names), use)...)
	}
	return all
}

// warned returns the distinct warnings of a kind, and the fits with each.
func warned(t *table.Table, kind string) (texts []string, fits [][]*table.Entry) {
	for _, e := range distinctFits(t) {
		for _, w := range e.Warnings() {
			if kindOf(w) != kind {
				continue
			}
			at := slices.Index(texts, w)
			if at < 0 {
				at, texts, fits = len(texts), append(texts, w), append(fits, nil)
			}
			fits[at] = append(fits[at], e)
		}
	}
	return texts, fits
}

// who names the learners of fits, and counts the fits unless all of theirs are among them.
func who(t *table.Table, fits []*table.Entry, names func([]string) string) string {
	var labels []string
	distinct := map[*table.Entry]bool{}
	for _, e := range fits {
		labels, distinct[e] = ordered.Add(labels, e.Label), true
	}
	n := 0
	for _, e := range distinctFits(t) {
		if slices.Contains(labels, e.Label) {
			n++
		}
	}
	text := names(labels)
	if len(distinct) < n {
		text += fmt.Sprintf(", %d of %d fits", len(distinct), n)
	}
	return text
}

// kindOf returns the kind of a warning.
func kindOf(warning string) string {
	for _, kind := range []string{atEdge, oneLabel, unaudited, byName, approximate, unscaled} {
		if strings.Contains(warning, kind) {
			return kind
		}
	}
	return unknown
}
