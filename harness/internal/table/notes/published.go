package notes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// leftOut lists the datasets without published numbers because our data differ.
func leftOut(t *writer) {
	t.list("The published numbers on %s are left out: our data differ from the published data.", t.LeftOut)
}

// comparable reports whether published numbers can be compared on some dataset.
func (t *writer) comparable() bool {
	return t.Source != "" &&
		slices.ContainsFunc(t.Columns, func(c table.Column) bool { return !t.Changed(c.Dataset) })
}

// published names the source of the published numbers and explains their marks.
func published(t *writer) {
	if !t.comparable() {
		return
	}
	elsewhere := false
	for _, row := range t.Rows {
		elsewhere = elsewhere || slices.ContainsFunc(row.Cells,
			func(c table.Cell) bool { return c.Published != nil && c.Published.Differs != "" })
	}
	text := "Published: " + strings.TrimSuffix(wording.OneLine(t.Source), ".") + "."
	if len(t.Numbers) > 0 {
		agrees := ""
		if t.Margin != 0 {
			agrees = fmt.Sprintf("=: agrees (the %s %% interval is within %v); ",
				chart.Significant(100*(1-2*t.Alpha), 3), t.Margin)
		}
		text += fmt.Sprintf(" In parentheses: ours − published ± half of its %s %% interval; %s!: differs; ?: open.", chart.Significant(100*(1-t.Alpha), 3), agrees)
	}
	if elsewhere {
		text += " ≠: measured on other data or by another protocol."
	}
	t.note("%s", text)
}

// agreement counts and lists our numbers by their verdict.
func agreement(t *writer) {
	var numbers ordered.Groups[stats.Verdict]
	var parts []string
	for _, n := range t.Numbers {
		numbers.Add(n.Outcome, strings.Replace(n.Text, " as published", "", 1)+" on "+n.Dataset)
	}
	for verdict, names := range numbers.All() {
		parts = append(parts, fmt.Sprintf("%s %d (%s)", verdict, len(names), strings.Join(names, ", ")))
	}
	switch {
	case !t.comparable():
	case len(parts) == 0:
		t.note("No published number can be compared with ours.")
	default:
		t.list("Our numbers compared with the published ones: %s.", parts)
	}
}

// claims counts the claims of the paper by their outcome.
func claims(t *writer) {
	if t.comparable() && len(t.Claims) > 0 {
		t.note("%s", strings.TrimSpace("Claims of the paper: "+Outcomes(t.Claims)+" "+
			ClaimsElsewhere(t.Table)))
	}
}

// Outcomes counts claims by their outcome.
func Outcomes(claims []table.Claim) string {
	var parts []string
	for _, v := range []stats.Verdict{stats.Holds, stats.Reversed, stats.Level, stats.Unequal,
		stats.Open, stats.NotRun} {
		n := 0
		for _, c := range claims {
			if c.Outcome == v {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.TrimSuffix(string(v), "s")))
		}
	}
	return strings.Join(parts, ", ") + "."
}

// ClaimsElsewhere lists the datasets on which our data or protocol differs from the paper's, among
// those with claims; "" if there are none.
func ClaimsElsewhere(t *table.Table) string {
	var where []string
	for _, c := range t.Claims {
		if c.Differs != "" {
			where = ordered.Add(where, c.Dataset+" ("+c.Differs+")")
		}
	}
	if len(where) == 0 {
		return ""
	}
	return "Claims are tested on our data, which differ from the paper's: " +
		strings.Join(where, "; ") + "."
}

// unplaced lists the published numbers without a cell of ours, with the metric if there are
// several.
func unplaced(t *writer) {
	if !t.comparable() {
		return
	}
	var rows ordered.Groups[string] // by dataset
	for _, n := range t.Unplaced {
		row := strings.TrimSpace(n.Learner + " " + n.Decoder)
		if n.Several {
			row += " (" + n.Metric + ")"
		}
		rows.Add(n.Dataset, row)
	}
	for dataset, names := range rows.All() {
		t.note("Published numbers without a cell in this table, on %s: %s.",
			dataset, strings.Join(names, ", "))
	}
}

// declared lists the declarations before any look at the data. If late, it lists the
// others. Values follow what was declared or left out after a look.
func declared(late bool) func(t *writer) {
	type entry struct{ when, kind, value, on string }
	return func(t *writer) {
		var datasets, values ordered.Groups[entry]
		for _, d := range t.Declared {
			e := entry{when: d.When}
			e.kind, e.value, _ = strings.Cut(d.What, " ")
			counted, before := strings.CutPrefix(e.when, "Declared after 0 ")
			if before { // one of the fits or scored rows
				e.when = "Declared before any known " + strings.Replace(counted, "s ", " ", 1)
			}
			if !strings.Contains(e.when, " after ") {
				e.value = ""
			}
			if before != late {
				datasets.Add(e, d.Dataset)
			}
		}
		for e, names := range datasets.All() {
			value := e.value
			if e.value = ""; value != "" && e.kind != "datasets" && e.kind != "claim" {
				e.on = t.on(names)
			}
			values.Add(e, value)
		}
		var items ordered.Groups[string]
		for e, list := range values.All() {
			items.Add(e.when, strings.TrimSpace(e.kind+" "+joined(wording.Most(list, mostNamed)))+e.on)
		}
		for when, what := range items.All() {
			t.note("%s: %s.", when, strings.Join(what, "; "))
		}
	}
}

// mostNamed is the largest number of names of one kind, such as rows.
const mostNamed = 6
