package notes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// factsOf returns the facts of a kind.
func factsOf(t *table.Table, kind table.FactKind) (facts []table.Fact) {
	for _, f := range t.Facts {
		if f.Kind == kind {
			facts = append(facts, f)
		}
	}
	return facts
}

// A saying is facts with one text. Texts that differ only in numbers are one text with ranges.
type saying struct {
	text  string
	facts []table.Fact
}

// sayings groups facts by their texts, in the order of the facts.
func sayings(facts []table.Fact) (all []saying) {
	var texts []string
	for _, f := range facts {
		texts = append(texts, f.Text)
	}
	merged, members := wording.MergeNumbers(texts)
	for i, text := range merged {
		s := saying{text: text}
		for _, m := range members[i] {
			s.facts = append(s.facts, facts[m])
		}
		all = append(all, s)
	}
	return all
}

// who names the learners of facts, and counts the fits unless all of theirs are among them.
func who(t *table.Table, facts []table.Fact, names func([]string) string) string {
	var labels []string
	for _, f := range facts {
		labels = ordered.Add(labels, f.Label)
	}
	n := 0
	for _, f := range factsOf(t, table.Finished) {
		if slices.Contains(labels, f.Label) {
			n++
		}
	}
	text := names(labels)
	if len(facts) < n {
		text += fmt.Sprintf(", %d of %d fits", len(facts), n)
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
func listed(kind table.FactKind, sentence string) func(t *table.Table) []Note {
	return func(t *table.Table) []Note {
		var texts []string
		for _, s := range sayings(factsOf(t, kind)) {
			text := who(t, s.facts, joined)
			if s.text != "" {
				text += " (" + s.text + ")"
			}
			texts = append(texts, text)
		}
		if texts == nil {
			return nil
		}
		return note(sentence, strings.Join(texts, "; "))
	}
}

// someListed is [listed] unless the facts hold for all fits: then they do not set learners apart.
func someListed(kind table.FactKind, sentence string) func(t *table.Table) []Note {
	return func(t *table.Table) []Note {
		if len(factsOf(t, kind)) == len(factsOf(t, table.Finished)) {
			return nil
		}
		return listed(kind, sentence)(t)
	}
}
