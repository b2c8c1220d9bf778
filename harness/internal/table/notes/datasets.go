package notes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// averages explains means and ±, and says if nothing was tuned.
func averages(t *table.Table) (all []Note) {
	var datasets ordered.Groups[string] // by explanation
	published := map[string]bool{}
	for c := range t.Columns {
		published[t.Columns[c].Dataset] = published[t.Columns[c].Dataset] || t.HasPublished(c)
	}
	for _, c := range t.Columns {
		over := "Mean over " + c.Over + " ± " + c.Spread
		if c.Over == "one fit" {
			over = "One fit for each number ± " + c.Spread
		}
		if c.Spread == table.OverSplits && published[c.Dataset] {
			over += " [" + table.Deviation + "]"
		}
		datasets.Add(over, c.Dataset)
	}
	datasets = mergeNumbers(&datasets)
	for over, names := range datasets.All() {
		if datasets.Len() > 1 {
			over += ": " + strings.Join(names, ", ")
		}
		all = append(all, over+".")
	}
	if tuning(t) == nil && parameters(t) != nil {
		last := &all[len(all)-1]
		*last = strings.TrimSuffix(*last, ".") + "; untuned."
	}
	return all
}

// mergeNumbers merges groups with the same texts but for numbers.
func mergeNumbers(groups *ordered.Groups[string]) (merged ordered.Groups[string]) {
	var texts []string
	var names [][]string
	for text, of := range groups.All() {
		texts, names = append(texts, text), append(names, of)
	}
	all, members := wording.MergeNumbers(texts)
	for i, text := range all {
		for _, m := range members[i] {
			for _, name := range names[m] {
				merged.Add(text, name)
			}
		}
	}
	return merged
}

// sizes describes how large the datasets are, as far as it is known.
func sizes(t *table.Table) []Note {
	var texts []string
	for _, dataset := range t.Datasets {
		if text := sizesOf(entriesOn(t, dataset)); text != "" {
			texts = append(texts, fmt.Sprintf("%s (%s)", dataset, text))
		}
	}
	return list("Sizes: %s.", texts)
}

// entriesOn returns the entries of a dataset.
func entriesOn(t *table.Table, dataset string) (entries []*table.Entry) {
	for i := range t.Entries {
		if t.Entries[i].Dataset == dataset {
			entries = append(entries, &t.Entries[i])
		}
	}
	return entries
}

// sizesOf describes how large a dataset is, as far as it is known.
func sizesOf(entries []*table.Entry) string {
	sizes := []string{
		span(entries, func(e *table.Entry) int { return e.Train }, "training instances"),
		span(entries, func(e *table.Entry) int { return e.Boxes }, "instances with boxes"),
		span(entries, func(e *table.Entry) int { return e.Partial },
			"instances with hidden labels"),
		span(entries, func(e *table.Entry) int { return e.Test }, "test instances"),
		span(entries, func(e *table.Entry) int { return e.Variables }, "variables scored"),
	}
	return strings.Join(slices.DeleteFunc(sizes, func(s string) bool { return s == "" }), ", ")
}

// span writes the range of a size over the entries; "" if it is not known.
func span(entries []*table.Entry, of func(*table.Entry) int, what string) string {
	var sizes []int
	for _, e := range entries {
		if of(e) > 0 {
			sizes = append(sizes, of(e))
		}
	}
	if len(sizes) == 0 {
		return ""
	}
	lo, hi := wording.Grouped(float64(slices.Min(sizes))),
		wording.Grouped(float64(slices.Max(sizes)))
	if lo == hi {
		return lo + " " + what
	}
	return lo + "–" + hi + " " + what
}

// untunedSeeds lists the learners without tuning, if seeds of tuning repeat their fits.
func untunedSeeds(t *table.Table) []Note {
	if !slices.ContainsFunc(t.Entries, func(e table.Entry) bool { return len(e.Trials) > 0 }) {
		return nil
	}
	copies := map[record.Place]record.Seeds{}
	var labels []string
	for i := range t.Entries {
		e := &t.Entries[i]
		first, ok := copies[e.Distinct()]
		if !ok {
			copies[e.Distinct()] = e.Seed
		} else if first != e.Seed && e.Outcome != (record.Outcome{}) {
			labels = ordered.Add(labels, e.Label)
		}
	}
	return list("Not tuned, so fits that differ only in the tune seed are the same and count once: %s.", labels)
}

// budgets says what may be compared if datasets have budgets of their own.
func budgets(t *table.Table) []Note {
	if !slices.ContainsFunc(t.Suite.Datasets,
		func(d suite.Dataset) bool { return d.Budget != nil }) {
		return nil
	}
	return note("Each column has one budget, the same for every learner; columns are not tested against each other.")
}
