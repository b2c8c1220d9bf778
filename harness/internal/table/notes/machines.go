package notes

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// machines warns if fits were timed on several machines: reused and merged results may come from
// others.
func machines(t *writer) {
	if t.severalMachines() {
		listed(table.TimedOn, exactly, "Warning: fits ran on different machines or Go versions, so their seconds are not comparable: %s.")(t)
	}
}

// severalMachines reports whether fits were timed on several machines, or one fit was.
func (t *writer) severalMachines() bool {
	all := exactly(t.facts(table.TimedOn))
	return len(all) > 1 || len(all) == 1 && strings.Contains(all[0].text, record.MachineSeparator)
}

// shipped lists the learners with shipped results, by machine and date.
func shipped(t *writer) {
	listed(table.Shipped, exactly, "Shipped results, not made here: %s.")(t)
	if len(t.facts(table.Shipped)) > 0 && len(t.facts(table.Elsewhere)) > 0 {
		t.Notes[len(t.Notes)-1] += " Their seconds on the other machine are left out (—)."
	}
}

// timedElsewhere warns if a limit in seconds ended fits on one of several machines.
func timedElsewhere(t *writer) {
	if !t.severalMachines() && len(t.facts(table.Elsewhere)) == 0 {
		return
	}
	b := t.Suite.Budget
	seconds := b.Seconds > 0 || b.CPUSeconds > 0
	for _, row := range t.Rows {
		for _, e := range row.Effort {
			if slices.ContainsFunc(e.Fits, func(f table.FitEnd) bool {
				return f.Ended == sp.EndedByTime || f.Ended == sp.EndedByBudget && seconds
			}) {
				t.note("Scores of fits that ended at a budget or limit in seconds are not comparable: they ran on different machines or Go versions.")
				return
			}
		}
	}
}

// unsafeSandboxes warns of learners without a sandbox, or with an open one. Learners built by
// spbench from sources of its own need none.
func unsafeSandboxes(t *writer) {
	foreign := t.facts(table.Foreign)
	for _, s := range bySandbox(foreign) {
		who, every := learners(s.facts), len(s.facts) == len(t.facts(table.Sandboxed))
		switch table.Strength(s.text) {
		case 0:
			if every {
				who = "any learner"
			}
			t.note("Warning: no sandbox hid the files of the user, such as labels and results, from %s. If a sandbox works on this machine, run with another `-results` folder to refit in it; `sandbox:` alone refits nothing.", who)
		case 1:
			if every {
				who = "all learners"
			}
			t.note("Warning: the sandbox of %s was %s; docs/containment.md explains it.", who, s.text)
		}
	}
}

// bySandbox returns facts about sandboxes in the order of these.
func bySandbox(facts []table.Fact) []saying {
	all := exactly(facts)
	slices.SortFunc(all, func(a, b saying) int { return strings.Compare(a.text, b.text) })
	return all
}
