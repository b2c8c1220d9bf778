package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/wording"
)

// noteDatasets says what was averaged, what ± is and how large the datasets are, in one note
// for those that were averaged alike.
func (t *Table) noteDatasets() {
	g := t.groups
	var sizes ordered.Groups[string] // of the datasets, by what was averaged over
	for _, dataset := range t.Datasets {
		text := dataset
		if s := g.sizes(dataset); s != "" {
			text += " (" + s + ")"
		}
		sizes.Add(g.averaged(dataset), text)
	}
	for over, texts := range sizes.All() {
		t.caution("%s: %s.", over, strings.Join(texts, ", "))
	}
}

// noteSeeds says how much the seeds matter where ± does not: on one split.
func (t *Table) noteSeeds() {
	most, where := 0.0, ""
	for c, col := range t.Columns {
		for r := range t.Rows {
			if cell := &t.Rows[r].Cells[c]; col.Metric.Name == t.compared() && col.Spread == overInstances && float64(cell.Std) > most {
				most = float64(cell.Std)
				where = fmt.Sprintf("%s (%s on %s)", chart.Fixed(col.Metric.Scale()*most, col.Digits), t.Rows[r].name(), col.Dataset)
			}
		}
	}
	if where != "" {
		t.note("Standard deviation over seeds: at most %s.", where)
	}
}

// noteTuneSeeds says which rows the seeds of tuning leave alone, where some are tuned.
func (t *Table) noteTuneSeeds(entries []Entry) {
	if !slices.ContainsFunc(entries, func(e Entry) bool { return len(e.Trials) > 0 }) {
		return
	}
	copies := map[record.Place]record.Seeds{}
	var labels []string
	for i := range entries {
		e := &entries[i]
		first, ok := copies[e.own()]
		if !ok {
			copies[e.own()] = e.Seed
		} else if first != e.Seed && e.Outcome != (record.Outcome{}) {
			labels = ordered.Add(labels, e.Label)
		}
	}
	if len(labels) > 0 {
		t.note("Not tuned, so that another tune seed is the same fit, which counts once: %s.", strings.Join(labels, ", "))
	}
}

// averaged words what the numbers of a dataset are, and what their ± is.
func (g *grouping) averaged(dataset string) string {
	over := g.over(dataset)
	switch {
	case g.judge(dataset).spread == overSplits:
		return "Mean ± standard deviation over " + over
	case over == "one fit":
		return "One fit for each number ± " + overInstances
	}
	return "Mean over " + over + " ± " + overInstances
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
	lo, hi := wording.Grouped(float64(slices.Min(sizes))), wording.Grouped(float64(slices.Max(sizes)))
	if lo == hi {
		return lo + " " + what
	}
	return lo + "–" + hi + " " + what
}
