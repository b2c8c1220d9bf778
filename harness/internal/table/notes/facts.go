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
func who(t *table.Table, facts []table.Fact, names func([]string) string) string {
	var labels []string
	fits, n := map[int]bool{}, 0
	for _, f := range facts {
		labels, fits[f.Fit] = ordered.Add(labels, f.Label), true
	}
	for _, f := range factsOf(t, table.Finished) {
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
func listed(kind table.FactKind, by func([]table.Fact) []saying, sentence string) func(t *table.Table) []Note {
	return func(t *table.Table) []Note {
		var texts []string
		for _, s := range by(factsOf(t, kind)) {
			text := who(t, s.facts, wording.And)
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
		return listed(kind, inRanges, sentence)(t)
	}
}
