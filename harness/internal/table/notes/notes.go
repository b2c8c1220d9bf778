// Package notes writes the notes under a table: everything that a reader needs to know to trust a
// number. Each note is a function of the table, listed in one slice with its level. A note on fits is an
// entry in the slice that words a kind of facts; another one is a function and an entry.
package notes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// A writer adds notes to a table: one or two sentences each.
type writer struct {
	*table.Table
	level table.NoteLevel
}

// all are the notes in their printed order: first those without which a reader is most misled.
var all = []struct {
	level table.NoteLevel
	of    func(*writer)
}{
	{table.Short, quickLook}, {table.Short, selection}, {table.Short, changedData},
	{table.Short, shipped}, {table.Short, staleFits}, {table.Short, unsafeSandboxes},
	{table.Short, copies},
	{table.Short, variants},
	{table.Short, partialData}, {table.Short, unseen}, {table.Short, revealed},
	{table.Short, cutShort}, {table.Short, warnings(unknown)}, {table.Short, temperatures},
	{table.Brief, briefWarnings},
	{table.Full, wideGaps}, {table.Full, warnings(atEdge)}, {table.Short, timedElsewhere},
	{table.Full, convergence}, {table.Short, constants}, {table.Short, withoutPairs},
	{table.Full, warnings(approximate)}, {table.Short, oracles},
	{table.Brief, func(t *writer) { ownOracles(t, true) }},
	{table.Full, func(t *writer) { ownOracles(t, false) }},
	{table.Short, tuning}, {table.Short, unequal}, {table.Full, bestDecoders},
	{table.Short, closeChoices}, {table.Brief, losses(false)},
	{table.Full, losses(true)}, {table.Full, parameters},
	{table.Short, published},
	{table.Short, claims}, {table.Short, averages}, {table.Short, groups},
	{table.Brief, briefTests},
	{table.Full, differences}, {table.Short, weaknesses}, {table.Short, unseenFailures},
	{table.Short, fallen}, {table.Short, byChoice}, {table.Short, sensitive},
	{table.Short, declared(true)},
	{table.Short, untested}, {table.Short, equalRows}, {table.Short, uneven},
	{table.Full, declared(false)}, {table.Short, modes}, {table.Full, metrics}, {table.Full, sizes},
	{table.Full, leftOut},
	{table.Full, agreement}, {table.Full, warnings(byName)},
	{table.Full, unplaced},
	{table.OfEffort, effort}, {table.OfEffort, machines},
	{table.OfEffort, listed(table.Overloaded, inRanges, "Fits that began on an overloaded machine, which raises wall seconds, and CPU seconds somewhat: %s.")},
	{table.OfEffort, listed(table.Resumed, exactly, "Fits resumed from a saved state after an interruption: %s. Their seconds are sums over processes, without lost work.")},
	{table.OfEffort, someListed(table.Swept, "Sweeps over all variables of an instance outside of the oracles do not count as oracle calls: %s.")},
	{table.OfEffort, someListed(table.Remote, RemoteCalls)},
	{table.InReport, warnings(unaudited)},
	{table.InReport, listed(table.Concurrent, exactly, "Fits that ran at the same time as others, so their wall seconds are not comparable: %s.")},
}

// Add sets the notes and footnotes of a table.
func Add(t *table.Table) {
	t.Notes, t.Levels, t.Footnotes = nil, nil, nil
	for _, n := range all {
		n.of(&writer{t, n.level})
	}
	addFootnotes(t)
}

// Planned returns the notes on data that has not been learned from.
func Planned(t *table.Table) []string { return slices.Concat(said(t, unseen), said(t, copies)) }

// said returns the notes of a function alone.
func said(t *table.Table, of func(*writer)) []string {
	own := *t
	own.Notes = nil
	of(&writer{Table: &own})
	return own.Notes
}

// note adds a note.
func (t *writer) note(format string, args ...any) {
	t.Notes, t.Levels = append(t.Notes, fmt.Sprintf(format, args...)), append(t.Levels, t.level)
}

// list adds a note with a list of names, unless it is empty.
func (t *writer) list(format string, names []string) {
	if len(names) > 0 {
		t.note(format, strings.Join(names, ", "))
	}
}

func finite[F ~float64](v F) bool { return v-v == 0 }

func quickLook(t *writer) {
	if t.Suite.Quick {
		t.note("A quick look: a few instances of one split. It shows that everything runs, not which learner is better; published numbers are left out.")
	}
}

func selection(t *writer) {
	if t.Whole == nil {
		return
	}
	better := ""
	if len(t.BetterHidden) > 0 {
		better = " Better than every row shown: " + strings.Join(t.BetterHidden, ", ") + "."
	}
	t.note("Shown: %d of %d rows, %d of %d datasets, %d of %d metrics. Tests and their correction cover the whole table: the selection changes no p.%s",
		len(t.Rows), t.Whole.Rows, len(t.Datasets), t.Whole.Datasets, len(t.Metrics()),
		t.Whole.Metrics, better)
}

// staleFits counts the fits left out because other sources scored them.
func staleFits(t *writer) {
	if stale := t.facts(table.Stale); stale != nil {
		t.note("Warning: %d fits are left out, because a different spbench scored them than the rest: run the suite again to score them without refitting.", len(stale))
	}
}

// metrics explains each metric.
func metrics(t *writer) {
	for _, m := range t.Metrics() {
		sense := "lower is better"
		switch {
		case m.Neutral:
			sense = "neither higher nor lower is better"
		case m.Higher:
			sense = "higher is better"
		}
		compared, others := "; not compared", false
		var on []string
		for _, c := range t.Columns {
			if named := c.Metric.Name == m.Name; named && c.Compared {
				on = append(on, c.Dataset)
			} else if named {
				others = true
			}
		}
		if on != nil {
			compared = ""
		}
		if on != nil && others {
			compared = "; compared only on " + wording.And(on)
		}
		t.note("%s: %s; %s%s.", m.Heading(), m.Doc, sense, compared)
	}
}

// revealed lists the decoders with access to test labels.
func revealed(t *writer) {
	var decoders []string
	for _, row := range t.Rows {
		if row.Shown != "" {
			decoders = ordered.Add(decoders, row.Decoder+" ("+row.Shown+")")
		}
	}
	t.list("Decoders that see test labels, which are then not scored: %s. Rows are compared only with rows that see the same labels.", decoders)
}

// variants lists the rows that stand for others under a choice.
func variants(t *writer) {
	var names []string
	for _, row := range t.Rows {
		if v := row.Variant; v.Of != "" {
			names = ordered.Add(names, row.Label+" ("+v.Of+", "+v.Choice+")")
		}
	}
	t.list("Variants of a row for a choice, compared only in the section sensitivity: %s.", names)
}

// convergence lists the rows with unconverged predictions.
func convergence(t *writer) {
	var rows []string
	for _, row := range t.Rows {
		var where []string
		for d, share := range row.NotConverged {
			if share > 0 {
				where = append(where, fmt.Sprintf("%s %s %%", t.Datasets[d],
					wording.Percent(share)))
			}
		}
		if len(where) > 0 {
			rows = append(rows, row.Name()+" ("+strings.Join(where, ", ")+")")
		}
	}
	t.list("Predictions that did not converge within a limit of the decoder, such as a number of sweeps (share of test instances): %s.", rows)
}
