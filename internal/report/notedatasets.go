package report

import (
	"slices"
	"strings"
)

// noteDatasets says what was averaged and how large the datasets are, in one note
// for those that were averaged alike.
func (t *Table) noteDatasets(g *grouping) {
	var overs []string
	sizes := map[string][]string{} // of the datasets, by what was averaged over
	for _, dataset := range t.Datasets {
		over := g.over(dataset)
		if sizes[over] == nil {
			overs = append(overs, over)
		}
		text := dataset
		if s := g.sizes(dataset); s != "" {
			text += " (" + s + ")"
		}
		sizes[over] = append(sizes[over], text)
	}
	for _, over := range overs {
		text := "Mean ± standard deviation over " + over
		if over == "one fit" {
			text = "One fit for each number, so no ±"
		}
		t.note("%s: %s.", text, strings.Join(sizes[over], ", "))
	}
}

// sizes words how large a dataset is, as far as that is known.
func (g *grouping) sizes(dataset string) string {
	entries := g.of(dataset)
	sizes := []string{
		span(entries, func(e *Entry) int { return e.Train }, "training instances"),
		span(entries, func(e *Entry) int { return e.Boxes }, "instances with boxes"),
		span(entries, func(e *Entry) int { return e.Partial }, "instances with hidden labels"),
		span(entries, func(e *Entry) int { return e.Test }, "test instances"),
		span(entries, func(e *Entry) int { return e.Variables }, "variables scored"),
	}
	return strings.Join(slices.DeleteFunc(sizes, func(s string) bool { return s == "" }), ", ")
}

// span writes the range of a size over the entries, "" if it is not known.
func span(entries []*Entry, of func(*Entry) int, what string) string {
	var sizes []int
	for _, e := range entries {
		if of(e) > 0 {
			sizes = append(sizes, of(e))
		}
	}
	if len(sizes) == 0 {
		return ""
	}
	lo, hi := grouped(float64(slices.Min(sizes))), grouped(float64(slices.Max(sizes)))
	if lo == hi {
		return lo + " " + what
	}
	return lo + "–" + hi + " " + what
}
