package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spbench/spbench/harness/record"
)

// annotate words the notes under the table and the footnotes of cells without
// a number.
func (t *Table) annotate(g *grouping, entries []Entry) {
	t.noteData()
	for _, dataset := range t.Datasets {
		t.note("%s", g.describe(dataset))
	}
	for i, m := range uniqueMetrics(t.Columns) {
		sense := "lower is better"
		if m.Higher {
			sense = "higher is better"
		}
		compared := ""
		if i > 0 {
			compared = "; not compared"
		}
		t.note("%s: %s; %s%s.", m.heading(), m.Doc, sense, compared)
	}
	t.notePublished()
	t.noteTests()
	t.noteEffort(entries)
	t.noteWarnings(entries)
	t.footnote()
	t.footnotePublished()
}

func (t *Table) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// heading returns the metric's name with its unit.
func (m Metric) heading() string {
	if m.Percent {
		return m.Name + " %"
	}
	return m.Name
}

func uniqueMetrics(columns []Column) []Metric {
	var list []Metric
	for _, c := range columns {
		if !slices.Contains(list, c.Metric) {
			list = append(list, c.Metric)
		}
	}
	return list
}

// describe says what was averaged on a dataset and how large it is.
func (g *grouping) describe(dataset string) string {
	over := g.over(dataset)
	text := "mean ± standard deviation over " + over
	if over == "one fit" {
		text = "one fit for each number, so no ±"
	}
	entries := g.of(dataset)
	sizes := []string{
		span(entries, func(e *Entry) int { return e.Train }, "training instances"),
		span(entries, func(e *Entry) int { return e.Boxes }, "instances with boxes"),
		span(entries, func(e *Entry) int { return e.Partial }, "instances with hidden labels"),
		span(entries, func(e *Entry) int { return e.Test }, "test instances"),
		span(entries, func(e *Entry) int { return e.Variables }, "variables scored"),
	}
	sizes = slices.DeleteFunc(sizes, func(s string) bool { return s == "" })
	if len(sizes) > 0 {
		text += "; " + strings.Join(sizes, ", ")
	}
	return dataset + ": " + text + "."
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

// noteTests names the test of each dataset, once where all share it.
func (t *Table) noteTests() {
	var texts, where []string
	for _, c := range t.Columns {
		text := ""
		switch {
		case c.Silent != "":
			text = "no test, " + c.Silent
		case c.Test != "":
			text = fmt.Sprintf("%s, two-sided, α = %s, %s", c.Test, significant(t.Alpha), holm(t.Comparisons))
			if c.Warning != "" {
				text += "; " + c.Warning
			}
		default:
			continue
		}
		texts, where = append(texts, text), append(where, c.Dataset)
	}
	if len(texts) > 0 && len(slices.Compact(slices.Clone(texts))) == 1 && len(texts) == len(t.Datasets) {
		t.note("Differences from the best: %s.", texts[0])
	} else {
		for i, text := range texts {
			t.note("Differences from the best on %s: %s.", where[i], text)
		}
	}
	if rows := t.untested(); len(rows) > 0 {
		t.note("Not tested, for lack of differences by instance or of their variance: %s.", strings.Join(rows, ", "))
	}
}

func holm(comparisons int) string {
	if comparisons == 1 {
		return "a single comparison"
	}
	return fmt.Sprintf("Holm over %d comparisons", comparisons)
}

// untested names the complete rows that a column's test says nothing about.
func (t *Table) untested() []string {
	var names []string
	for c, col := range t.Columns {
		for r := range t.Rows {
			cell := &t.Rows[r].Cells[c]
			if col.Test != "" && cell.Complete() && !cell.Best && !finite(float64(cell.P)) {
				names = append(names, fmt.Sprintf("%s %s on %s", t.Rows[r].Label, t.Rows[r].Output, col.Dataset))
			}
		}
	}
	return names
}

// noteEffort says what the columns of effort are, and what to hold against them.
func (t *Table) noteEffort(entries []Entry) {
	summed := ""
	if len(t.Datasets) > 1 {
		summed = ", added up over the datasets"
	}
	t.note("Training seconds (wall), passes and oracle calls (of all kinds): medians over the fits%s; the outputs of a fit share them.", summed)
	fits, beside, budget := map[fitID]bool{}, map[fitID]bool{}, map[fitID]bool{}
	for i := range entries {
		e := &entries[i]
		if e.Outcome == (record.Outcome{}) {
			continue
		}
		fits[e.fit()] = true
		if e.Beside {
			beside[e.fit()] = true
		}
		if e.Outcome.Kind == record.Budget {
			budget[e.fit()] = true
		}
	}
	if len(budget) > 0 {
		t.note("%d of %d fits ended at their budget.", len(budget), len(fits))
	}
	if len(beside) > 0 {
		t.note("%d of %d fits were timed beside other workers: their seconds are not comparable.", len(beside), len(fits))
	}
	t.noteRemote(entries)
}

// noteRemote names the learners whose oracle calls went through the harness, where
// those of others did not.
func (t *Table) noteRemote(entries []Entry) {
	var remote []string
	local := false
	for i := range entries {
		e := &entries[i]
		if e.Remote && !slices.Contains(remote, e.Label) {
			remote = append(remote, e.Label)
		}
		local = local || !e.Remote && e.Calls.Total() > 0
	}
	if local && len(remote) > 0 {
		t.note("%s", transports(remote))
	}
}

// transports says whose seconds are not to be compared with those of others.
func transports(remote []string) string {
	return "The harness made the oracle calls of " + strings.Join(remote, ", ") +
		", and messages carried them; all others were made in the learner's process: compare seconds only within each of the two."
}

// noteWarnings lists each warning once, with the number of fits it came from
// and whose they are.
func (t *Table) noteWarnings(entries []Entry) {
	type source struct {
		fits   map[fitID]bool
		labels []string
	}
	sources := map[string]*source{}
	var texts []string
	for i := range entries {
		e := &entries[i]
		for _, w := range e.Warnings {
			w = oneLine(w)
			s := sources[w]
			if s == nil {
				s = &source{fits: map[fitID]bool{}}
				sources[w] = s
				texts = append(texts, w)
			}
			s.fits[e.fit()] = true
			if !slices.Contains(s.labels, e.Label) {
				s.labels = append(s.labels, e.Label)
			}
		}
	}
	for _, w := range texts {
		s := sources[w]
		times := ""
		if n := len(s.fits); n > 1 {
			times = fmt.Sprintf(", %d fits", n)
		}
		t.note("Warning (%s%s): %s", strings.Join(s.labels, ", "), times, w)
	}
}

// footnote gives each cell that lacks a number, or has a partial one, a footnote with the reasons;
// equal ones share theirs.
func (t *Table) footnote() {
	for r := range t.Rows {
		for c := range t.Rows[r].Cells {
			cell := &t.Rows[r].Cells[c]
			text := reasons(cell)
			if text != "" {
				cell.Note = t.footnoteOf(text)
			}
		}
	}
}

// footnoteOf returns the number of the footnote with that text, which it adds
// where it is not there yet.
func (t *Table) footnoteOf(text string) int {
	n := slices.Index(t.Footnotes, text)
	if n < 0 {
		n = len(t.Footnotes)
		t.Footnotes = append(t.Footnotes, text)
	}
	return n + 1
}

// reasons words why numbers are missing from the cell or partial; "" if none is
// or all of them simply have not run.
func reasons(cell *Cell) string {
	count := map[record.Outcome]int{}
	var whys []record.Outcome
	for _, v := range cell.Values {
		partial := finite(float64(v.Value))
		if partial && (record.Outcome{Kind: v.Outcome}).Good() || v.Outcome == "" {
			continue
		}
		why := record.Outcome{Kind: v.Outcome, Reason: oneLine(v.Reason)}
		if partial {
			why.Reason = "the number is that of the last checkpoint; " + why.Reason
		}
		if count[why] == 0 {
			whys = append(whys, why)
		}
		count[why]++
	}
	var texts []string
	for _, why := range whys {
		text := string(why.Kind)
		if n := count[why]; n < cell.Planned {
			text += fmt.Sprintf(" in %d of %d", n, cell.Planned)
		}
		if why.Reason != "" {
			text += ": " + why.Reason
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// oneLine puts a message, such as the end of a crash log, on one line of
// bearable length, without what a terminal would obey.
func oneLine(s string) string {
	const most = 200
	runes := []rune(strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " "))
	if len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return string(runes)
}
