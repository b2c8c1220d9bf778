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

// warnings lists each warning of a kind once, with its learners. Warnings that differ only in numbers
// are merged.
func warnings(kind string) func(t *table.Table) []Note {
	return func(t *table.Table) (all []Note) {
		for _, s := range inRanges(warned(t, kind)) {
			all = append(all, note("Warning (%s): %s.", who(t, s.facts, joined),
				strings.TrimSuffix(wording.OneLine(s.text), "."))...)
		}
		return all
	}
}

// constants names the rows that predict one label everywhere: their numbers are a constant's.
func constants(t *table.Table) []Note {
	var rows []string
	fits, of := map[string]int{}, map[string]int{}
	for _, f := range factsOf(t, table.Finished) {
		of[f.Label+f.Dataset]++
	}
	for _, f := range warned(t, oneLabel) {
		_, decoder, _ := strings.Cut(f.Text, "decoder ")
		decoder, _, _ = strings.Cut(decoder, ": it ")
		row := fmt.Sprintf("%s %s on %s", f.Label, decoder, f.Dataset)
		rows, fits[row], of[row] = ordered.Add(rows, row), fits[row]+1, of[f.Label+f.Dataset]
	}
	for i, row := range rows {
		if fits[row] < of[row] {
			rows[i] = fmt.Sprintf("%s (%d of %d fits)", row, fits[row], of[row])
		}
	}
	return list("Warning: one label for every variable, the number of a constant: %s.", rows)
}

// temperatures names the learners without a temperature, once for each use of their scores.
func temperatures(t *table.Table) (all []Note) {
	var decoders ordered.Groups[string] // by use
	facts := map[string][]table.Fact{}
	for _, f := range warned(t, unscaled) {
		decoder, use, _ := strings.Cut(strings.TrimPrefix(f.Text, unscaled), " ")
		decoders.Add(use, decoder)
		facts[use] = append(facts[use], f)
	}
	for use, names := range decoders.All() {
		learners := who(t, facts[use], wording.And)
		if len(names) > 1 {
			use = strings.Replace(use, "takes", "take", 1)
		}
		all = append(all, note("Warning (%s): %s%s %s.", learners, unscaled, wording.And(names), use)...)
	}
	return all
}

// warned returns the warnings of a kind.
func warned(t *table.Table, kind string) []table.Fact {
	return slices.DeleteFunc(factsOf(t, table.Warned), func(f table.Fact) bool { return kindOf(f.Text) != kind })
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
