package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/record"
)

// A Fact is something of one fit that a reader must know to trust its numbers. Package notes words
// facts.
type Fact struct {
	Kind           FactKind
	Label, Dataset string // of the fit
	Fit            int    // number of the fit among those with facts
	Text           string // what the kind tells of it; "": nothing more
}

// A FactKind says what a fact is about.
type FactKind string

// Kinds of facts. Copies of a fit have none.
const (
	Stale      FactKind = "stale"      // left out, as other sources scored it than the rest
	Finished   FactKind = "finished"   // it has run, well or not; the kinds below are of such fits
	Warned     FactKind = "warned"     // Text is the warning
	Concurrent FactKind = "concurrent" // other fits ran at the same time
	Resumed    FactKind = "resumed"    // from a saved state, after an interruption
	Remote     FactKind = "remote"     // the harness made the oracle calls for the learner's process
	Swept      FactKind = "swept"      // it made sweeps outside of the oracles; Text has their number
	Overloaded FactKind = "overloaded" // it began beside more processes than processors; Text has both
	TimedOn    FactKind = "timed on"   // Text is the machine; without Elsewhere
	Elsewhere  FactKind = "elsewhere"  // timed on a different machine than the others
	Shipped    FactKind = "shipped"    // Text has the machine, the version and the date
	Sandboxed  FactKind = "sandboxed"  // Text is the weakest of its sandboxes; "": not known
	Foreign    FactKind = "foreign"    // Sandboxed, and spbench did not build the learner from its own sources
)

// FactsOf returns the facts of all fits, in the order of the entries.
func FactsOf(entries []Entry) (all []Fact) {
	stale, known := map[record.Place]bool{}, map[record.Place]bool{}
	for _, e := range entries {
		if e.Stale && !stale[e.Place()] {
			stale[e.Place()] = true
			all = append(all, Fact{Kind: Stale, Label: e.Label, Dataset: e.Dataset})
		}
		if e.Outcome() != (record.Outcome{}) && !known[e.Distinct()] {
			known[e.Distinct()] = true
			all = append(all, factsOfFit(&e, len(known))...)
		}
	}
	return all
}

// factsOfFit returns the facts of a finished fit with that number.
func factsOfFit(e *Entry, number int) (all []Fact) {
	f, times := e.Fit, &e.Fit.Times
	add := func(holds bool, kind FactKind, text string) {
		if holds {
			all = append(all, Fact{kind, e.Label, e.Dataset, number, text})
		}
	}
	add(true, Finished, "")
	for _, w := range e.Warnings() {
		add(true, Warned, w)
	}
	add(times.Concurrent, Concurrent, "")
	add(times.Resumed > 0, Resumed, "")
	add(f.Remote, Remote, "")
	add(f.Counts.Sweeps > 0, Swept, fmt.Sprintf("%d in a fit", f.Counts.Sweeps))
	add(times.CPUs > 0 && times.Load > record.Number(times.CPUs), Overloaded,
		fmt.Sprintf("%s busy processes on %d processors", chart.Fixed(times.Load, 1), times.CPUs))
	add(times.Machine != "" && !e.Elsewhere, TimedOn, times.Machine)
	add(e.Elsewhere, Elsewhere, "")
	add(times.Shipped != "", Shipped, times.Machine+"; "+times.Shipped)

	sandbox := weakest(times.Process.Sandbox)
	recorded := e.Outcome().Good() || sandbox != ""
	add(recorded, Sandboxed, sandbox)
	add(recorded && !strings.HasPrefix(e.Origin.Learner, "source:"), Foreign, sandbox)
	return all
}

// weakest returns the weakest of the sandboxes of a fit, which has one for each interruption.
func weakest(sandboxes string) string {
	return slices.MinFunc(strings.Split(sandboxes, record.MachineSeparator),
		func(a, b string) int { return cmp.Compare(Strength(a), Strength(b)) })
}

// Strength ranks sandboxes by what they hide. No sandbox has 0, an open one 1, another one but the
// best 2. The best has 3.
func Strength(sandbox string) int {
	switch {
	case sandbox == record.NoSandbox:
		return 0
	case strings.Contains(sandbox, "open to"):
		return 1
	case sandbox != record.BestSandbox:
		return 2
	}
	return 3
}
