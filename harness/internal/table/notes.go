package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/wording"
)

// annotate words the notes under the table and the footnotes of cells without
// a number.
func (t *Table) annotate(entries []Entry, opt Options) {
	t.noteQuick(opt.Suite)
	if t.chosen != "" {
		t.caution("%s", t.chosen)
	}
	t.noteData()
	t.noteStale(entries)
	t.noteDatasets()
	if text := Copies(entries); text != "" {
		t.caution("%s", text)
	}
	t.noteSeeds()
	t.noteTuneSeeds(entries)
	for _, m := range uniqueMetrics(t.Columns) {
		sense := "lower is better"
		if m.Higher {
			sense = "higher is better"
		}
		compared := ""
		if m.Name != t.compared() {
			compared = "; not compared"
		}
		t.note("%s: %s; %s%s.", m.Heading(), m.Doc, sense, compared)
	}
	t.noteShown()
	t.notePublished()
	t.noteTests()
	t.notePlacebos(opt.Suite, entries)
	t.noteTuning(opt)
	t.noteExceptions(opt.Suite)
	t.noteBudgets(opt.Suite)
	t.noteOracles(opt.Suite)
	t.noteEffort(entries, opt.Suite)
	t.noteSandboxes(entries)
	t.noteEnds()
	t.noteUnsettled()
	t.noteWarnings(entries)
	t.footnote()
	t.footnotePublished()
}

func (t *Table) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// caution is a note without which the numbers mislead.
func (t *Table) caution(format string, args ...any) {
	t.note(format, args...)
	t.cautions = append(t.cautions, t.Notes[len(t.Notes)-1])
}

// Scale is the factor of printed numbers.
func (m Metric) Scale() float64 {
	if m.Percent {
		return 100
	}
	return 1
}

// Digits returns the usual number of decimals.
func (m Metric) Digits() int {
	if m.Percent {
		return 1
	}
	return 3
}

// Heading returns the metric's name with its unit.
func (m Metric) Heading() string {
	if m.Percent {
		return m.Name + " %"
	}
	return m.Name
}

func uniqueMetrics(columns []Column) []Metric {
	var list []Metric
	for _, c := range columns {
		if !slices.ContainsFunc(list, func(m Metric) bool { return m.Name == c.Metric.Name }) {
			list = append(list, c.Metric)
		}
	}
	return list
}

// noteWarnings lists each warning once, with the number of fits it came from
// and whose they are. Warnings that differ in their numbers only are one.
func (t *Table) noteWarnings(entries []Entry) {
	type source struct {
		fits   map[record.Place]bool
		labels []string
	}
	sources := map[string]*source{}
	var texts []string
	for i := range entries {
		e := &entries[i]
		for _, w := range e.Warnings {
			s := sources[w]
			if s == nil {
				s = &source{fits: map[record.Place]bool{}}
				sources[w] = s
				texts = append(texts, w)
			}
			s.fits[e.own()] = true
			s.labels = ordered.Add(s.labels, e.Label)
		}
	}
	merged, members := wording.MergeNumbers(texts)
	for i, w := range merged {
		s := sources[texts[members[i][0]]]
		for _, other := range members[i][1:] {
			o := sources[texts[other]]
			maps.Copy(s.fits, o.fits)
			for _, label := range o.labels {
				s.labels = ordered.Add(s.labels, label)
			}
		}
		times := ""
		if n := len(s.fits); n > 1 {
			times = fmt.Sprintf(", %d fits", n)
		}
		t.caution("Warning (%s%s): %s", strings.Join(s.labels, ", "), times, wording.OneLine(w))
	}
}

// footnote gives each cell that lacks a number, has a partial one or mixes builds, a
// footnote that says so; equal ones share theirs.
func (t *Table) footnote() {
	for r := range t.Rows {
		for c := range t.Rows[r].Cells {
			cell := &t.Rows[r].Cells[c]
			texts := slices.DeleteFunc([]string{reasons(cell), mixed(cell)}, func(s string) bool { return s == "" })
			if len(texts) > 0 {
				cell.Note = t.footnoteOf(strings.Join(texts, "; "))
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
	var reasons []string // of these
	for _, v := range cell.Values {
		partial := finite(float64(v.Value))
		if partial && (record.Outcome{Kind: v.Outcome}).Good() || v.Outcome == "" {
			continue
		}
		why := record.Outcome{Kind: v.Outcome, Reason: record.Outcome{Kind: v.Outcome, Reason: v.Reason}.Why()}
		if partial {
			why.Reason = "the number is that of the last checkpoint; " + why.Reason
		}
		if count[why] == 0 {
			whys = append(whys, why)
			reasons = append(reasons, string(why.Kind)+": "+why.Reason)
		}
		count[why]++
	}
	var texts []string
	merged, members := wording.MergeNumbers(reasons)
	for i := range merged {
		n := 0
		for _, w := range members[i] {
			n += count[whys[w]]
		}
		text, reason, _ := strings.Cut(merged[i], ": ")
		if n < cell.Planned {
			text += fmt.Sprintf(" in %d of %d", n, cell.Planned)
		}
		if reason != "" {
			text += ": " + wording.OneLine(reason)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}
