package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/record"
)

// noteDatasets says what was averaged, what ± is and how large the datasets are, in one note
// for those that were averaged alike.
func (t *Table) noteDatasets(g *grouping) {
	var overs []string
	sizes := map[string][]string{} // of the datasets, by what was averaged over
	for _, dataset := range t.Datasets {
		over := g.averaged(dataset)
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
		t.caution("%s: %s.", over, strings.Join(sizes[over], ", "))
	}
}

// noteSeeds says how much the seeds matter where ± does not: on one split.
func (t *Table) noteSeeds() {
	most, where, digits, scale := 0.0, "", 0, 1.0
	for c, col := range t.Columns {
		for r := range t.Rows {
			if cell := &t.Rows[r].Cells[c]; col.Metric.Name == t.compared() && col.Spread == overInstances && float64(cell.Std) > most {
				most, digits = float64(cell.Std), col.Digits
				where = fmt.Sprintf("%s %s on %s", t.Rows[r].Label, t.Rows[r].Output, col.Dataset)
				if col.Metric.Percent {
					scale = 100
				}
			}
		}
	}
	if where != "" {
		t.note("Standard deviation over seeds: at most %s (%s).", chart.Fixed(scale*most, digits), where)
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
		} else if first != e.Seed && e.Outcome != (record.Outcome{}) && !slices.Contains(labels, e.Label) {
			labels = append(labels, e.Label)
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
	lo, hi := grouped(float64(slices.Min(sizes))), grouped(float64(slices.Max(sizes)))
	if lo == hi {
		return lo + " " + what
	}
	return lo + "–" + hi + " " + what
}
