package notes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// averages explains means and ±, and says if nothing was tuned.
func averages(t *writer) {
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
		t.note("%s.", over)
	}
	if said(t.Table, tuning) == nil && said(t.Table, parameters) != nil {
		last := &t.Notes[len(t.Notes)-1]
		*last = strings.TrimSuffix(*last, ".") + "; untuned."
	}
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
func sizes(t *writer) {
	var texts []string
	for _, dataset := range t.Datasets {
		if text := sizesOf(t.entriesOn(dataset)); text != "" {
			texts = append(texts, dataset+" ("+text+")")
		}
	}
	t.list("Sizes: %s.", texts)
}

// entriesOn returns the entries of a dataset.
func (t *writer) entriesOn(dataset string) (entries []*table.Entry) {
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
	lo, hi := wording.Grouped(slices.Min(sizes)), wording.Grouped(slices.Max(sizes))
	if lo == hi {
		return lo + " " + what
	}
	return lo + "–" + hi + " " + what
}

// unseen names the labels without a training variable.
func unseen(t *writer) {
	var datasets []string
	for _, e := range t.Entries {
		if e.Unseen != "" {
			datasets = ordered.Add(datasets, e.Dataset+": "+e.Unseen)
		}
	}
	t.list("Labels that no training variable has, so that no row can learn them (number of their test variables): %s.", datasets)
}

// copies gives the percentage of test instances with a copy among the training instances, by
// dataset and as a range over splits. Labels and IDs of a copy may differ.
func copies(t *writer) {
	var datasets, parts []string
	shares := map[string][]float64{}
	for _, e := range t.Entries {
		if e.Test > 0 {
			datasets = ordered.Add(datasets, e.Dataset)
			shares[e.Dataset] = append(shares[e.Dataset], float64(e.Copies)/float64(e.Test))
		}
	}
	for _, dataset := range datasets {
		high := slices.Max(shares[dataset])
		text := wording.Percent(high)
		if least := wording.Percent(slices.Min(shares[dataset])); least != text {
			text = least + "–" + text
		}
		if text == "0.0" {
			text = "less than 0.1"
		}
		if high > 0 {
			parts = append(parts, fmt.Sprintf("%s %% of %s", text, dataset))
		}
	}
	t.list("Test instances with the features and the graph of a training instance: %s.", parts)
}

// groups names the datasets with groups of test instances, and groups that were trained on.
func groups(t *writer) {
	var datasets, texts []string
	for i := range t.Entries {
		e, before := &t.Entries[i], len(datasets)
		if datasets = ordered.Add(datasets, e.Dataset); len(datasets) == before || e.TestGroups == 0 {
			continue
		}
		text := cmp.Or(e.GroupName, "group")
		if e.LearnedGroups > 0 {
			text += fmt.Sprintf(", %d of %d trained on", e.LearnedGroups, e.TestGroups)
		}
		texts = append(texts, e.Dataset+" ("+text+")")
	}
	t.list("± and tests count a group as one instance: %s.", texts)
}

// uneven lists the columns with values on different test instances, by rows of one protocol.
func uneven(t *writer) {
	var texts []string
	for c, col := range t.Columns {
		var counts []int
		first, differ := map[string][]bool{}, false
		for r, row := range t.Rows {
			var known []bool
			n := 0
			for _, s := range t.Own(r, c) {
				for _, v := range s.Values {
					if known = append(known, finite(v)); finite(v) {
						n++
					}
				}
			}
			if known == nil || !row.Cells[c].Complete() {
				continue
			}
			if first[row.Shown] == nil {
				first[row.Shown] = known
			}
			counts, differ = append(counts, n), differ || !slices.Equal(first[row.Shown], known)
		}
		if differ {
			texts = append(texts, fmt.Sprintf("%s on %s (%d to %d values)", col.Metric.Name, col.Dataset,
				slices.Min(counts), slices.Max(counts)))
		}
	}
	t.list("Rows have values on different test instances, so do not compare their means: %s.", texts)
}
