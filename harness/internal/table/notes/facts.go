package notes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// facts returns the facts of a kind.
func (t *writer) facts(kind table.FactKind) (facts []table.Fact) {
	for _, f := range t.Facts {
		if f.Kind == kind {
			facts = append(facts, f)
		}
	}
	return facts
}

// A saying is facts with one text.
type saying struct {
	text  string
	facts []table.Fact
}

// exactly groups facts by their texts, in the order of the facts.
func exactly(facts []table.Fact) (all []saying) {
	for _, f := range facts {
		at := slices.IndexFunc(all, func(s saying) bool { return s.text == f.Text })
		if at < 0 {
			at, all = len(all), append(all, saying{text: f.Text})
		}
		all[at].facts = append(all[at].facts, f)
	}
	return all
}

// inRanges groups facts by their texts. Texts that differ only in numbers are one text with ranges.
func inRanges(facts []table.Fact) (all []saying) {
	var texts []string
	single := exactly(facts)
	for _, s := range single {
		texts = append(texts, s.text)
	}
	merged, members := wording.MergeNumbers(texts)
	for i, text := range merged {
		s := saying{text: text}
		for _, m := range members[i] {
			s.facts = append(s.facts, single[m].facts...)
		}
		all = append(all, s)
	}
	return all
}

// who names the learners of facts, and counts the fits unless all of theirs are among them.
func (t *writer) who(facts []table.Fact, names func([]string) string) string {
	var labels []string
	fits, n := map[int]bool{}, 0
	for _, f := range facts {
		labels, fits[f.Fit] = ordered.Add(labels, f.Label), true
	}
	for _, f := range t.facts(table.Finished) {
		if slices.Contains(labels, f.Label) {
			n++
		}
	}
	text := names(labels)
	if len(fits) < n {
		text += fmt.Sprintf(", %d of %d fits", len(fits), n)
	}
	return text
}

// learners names the learners of facts.
func learners(facts []table.Fact) string {
	var labels []string
	for _, f := range facts {
		labels = ordered.Add(labels, f.Label)
	}
	return joined(labels)
}

func joined(labels []string) string { return strings.Join(labels, ", ") }

// listed returns a note with the learners that have facts of a kind, and what these tell of them.
func listed(kind table.FactKind, by func([]table.Fact) []saying, sentence string) func(t *writer) {
	return func(t *writer) {
		var texts []string
		for _, s := range by(t.facts(kind)) {
			text := t.who(s.facts, wording.And)
			if s.text != "" {
				text += " (" + s.text + ")"
			}
			texts = append(texts, text)
		}
		if texts != nil {
			t.note(sentence, strings.Join(texts, "; "))
		}
	}
}

// someListed is [listed] unless the facts hold for all fits: then they do not set learners apart.
func someListed(kind table.FactKind, sentence string) func(t *writer) {
	return func(t *writer) {
		if len(t.facts(kind)) < len(t.facts(table.Finished)) {
			listed(kind, inRanges, sentence)(t)
		}
	}
}

// changedData warns of datasets that differ from the published ones, once for each reason.
func changedData(t *writer) {
	var datasets ordered.Groups[string] // by warning
	for _, c := range t.Columns {
		for _, w := range c.DataWarnings {
			datasets.Add(wording.OneLine(w), c.Dataset)
		}
	}
	for w, where := range datasets.All() {
		t.note("Warning (data of %s): %s.", strings.Join(where, ", "),
			strings.TrimSuffix(w, "."))
	}
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
func warnings(kind string) func(t *writer) {
	return func(t *writer) {
		for _, s := range inRanges(t.warned(kind)) {
			t.note("Warning (%s): %s.", t.who(s.facts, joined),
				strings.TrimSuffix(wording.OneLine(s.text), "."))
		}
	}
}

// constants names the rows that predict one label everywhere: their numbers are a constant's.
func constants(t *writer) {
	var rows []string
	fits, of := map[string]int{}, map[string]int{}
	for _, f := range t.facts(table.Finished) {
		of[f.Label+f.Dataset]++
	}
	for _, f := range t.warned(oneLabel) {
		_, decoder, _ := strings.Cut(f.Text, "decoder ")
		decoder, _, _ = strings.Cut(decoder, ": it ")
		row := f.Label + " " + decoder + " on " + f.Dataset
		rows, fits[row], of[row] = ordered.Add(rows, row), fits[row]+1, of[f.Label+f.Dataset]
	}
	for i, row := range rows {
		if fits[row] < of[row] {
			rows[i] = fmt.Sprintf("%s (%d of %d fits)", row, fits[row], of[row])
		}
	}
	t.list("Warning: one label for every variable, the number of a constant: %s.", rows)
}

// temperatures names the learners without a temperature, once for each use of their scores.
func temperatures(t *writer) {
	var decoders ordered.Groups[string] // by use
	facts := map[string][]table.Fact{}
	for _, f := range t.warned(unscaled) {
		decoder, use, _ := strings.Cut(strings.TrimPrefix(f.Text, unscaled), " ")
		decoders.Add(use, decoder)
		facts[use] = append(facts[use], f)
	}
	for use, names := range decoders.All() {
		learners := t.who(facts[use], wording.And)
		if len(names) > 1 {
			use = strings.Replace(use, "takes", "take", 1)
		}
		t.note("Warning (%s): %s%s %s.", learners, unscaled, wording.And(names), use)
	}
}

// warned returns the warnings of a kind.
func (t *writer) warned(kind string) []table.Fact {
	return slices.DeleteFunc(t.facts(table.Warned), func(f table.Fact) bool { return kindOf(f.Text) != kind })
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
